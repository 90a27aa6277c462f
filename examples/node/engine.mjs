// A client of `runepay engine` for Node: one JSON object a line, either way. docs/engine.md describes the messages.
//
//   const engine = new Engine();
//   await engine.position({ runes: { fury: 3, calm: 1 } });
//   const answer = await engine.best({ card: "Charm", targets: [] });
//   console.log(answer.payable, answer.payment.notation);
//   await engine.close();

import { spawn } from "node:child_process";
import { createInterface } from "node:readline";

/** The engine refused a request, or ended; `reply` is its answer if there is one. */
export class EngineError extends Error {
  constructor(message, reply = null) {
    super(message);
    this.name = "EngineError";
    this.reply = reply;
  }
}

/** What was refused, as the command line says it: the field, what was found, and the nearest valid word. */
function said({ message, path, found, hint }) {
  const place = path ? `${path}: ` : "";
  const what = found === undefined || found === null ? "" : `, found ${JSON.stringify(found)}`;
  return `${place}${message}${what}${hint ? (/; |: |--/.test(hint) ? `; ${hint}` : `; did you mean ${hint}?`) : ""}`;
}

/** One engine, in a process of its own. */
export class Engine {
  #number = 0;
  #waiting = new Map();
  #process;
  #over = false;
  #ended;
  #why = "the engine has ended";

  /** @param {string[]} command how the engine is started */
  constructor(command = ["runepay", "engine"]) {
    this.#process = spawn(command[0], command.slice(1), { stdio: ["pipe", "pipe", "inherit"] });
    this.#process.stdin.on("error", () => {}); // An engine that has ended is told by its exit.
    createInterface({ input: this.#process.stdout }).on("line", (line) => this.#take(line));
    this.#ended = new Promise((resolve) => {
      const end = (status) => {
        this.#over = true;
        for (const { reject } of this.#waiting.values()) reject(new EngineError(this.#why));
        this.#waiting.clear();
        resolve(status);
      };
      this.#process.on("error", (error) => {
        const hint = error.code === "ENOENT" ? "no such program; after an installation into .venv it is .venv/bin/runepay" : "";
        this.#why = `the engine cannot be started, ${command[0]}: ${hint || error.message}`;
        end(null);
      });
      this.#process.on("close", end);
    });
  }

  #take(line) {
    let reply;
    try {
      reply = JSON.parse(line);
    } catch {
      return; // What was started is no engine, or something else writes between its answers.
    }
    const asked = this.#waiting.get(reply.id);
    if (!asked) return; // An answer to a line that bore no id.
    this.#waiting.delete(reply.id);
    if (reply.type === "error") asked.reject(new EngineError(said(reply), reply));
    else asked.resolve(reply);
  }

  /** Send a request; the promise is its answer. `id` on the promise is the request's id, for `stop`. */
  send(type, fields = {}) {
    const id = ++this.#number;
    const answer = new Promise((resolve, reject) => {
      if (this.#over) throw new EngineError(this.#why);
      const line = JSON.stringify({ ...fields, type, id }) + "\n";
      this.#waiting.set(id, { resolve, reject });
      this.#process.stdin.write(line);
    });
    return Object.assign(answer, { id });
  }

  /** Send a line as it stands, good or bad. */
  write(line) {
    this.#process.stdin.write(line + "\n");
  }

  hello() {
    return this.send("hello");
  }

  setOption(name, value) {
    return this.send("setoption", { name, value });
  }

  /** State a position; `fields` may hold name, opponents, cards, ruleset, options. */
  position(state, fields = {}) {
    return this.send("position", { state, ...fields });
  }

  /** State the position after a play was paid for, by the notation of its payment; `resolved`: and made as well. */
  follow(from, play, payment, name = "main", resolved = false) {
    return this.send("position", { follows: from, play, payment, name, resolved });
  }

  /** Ask; `fields` may hold position, goal, milliseconds, at_most, pareto, steps, full. */
  ask(what, play, fields = {}) {
    return this.send("ask", { what, ...(play === undefined ? {} : { play }), ...fields });
  }

  /** Whether a play can be paid; undefined if there was no time to find out. */
  async canPay(play, fields) {
    return (await this.ask("can_pay", play, fields)).payable;
  }

  best(play, fields) {
    return this.ask("best", play, fields);
  }

  payments(play, fields) {
    return this.ask("payments", play, fields);
  }

  count(play, fields) {
    return this.ask("count", play, fields);
  }

  /** The best turn; `plan` says what it is for. */
  plan(plan, fields) {
    return this.ask("plan", undefined, { ...(plan === undefined ? {} : { plan }), ...fields });
  }

  async playable(fields) {
    return (await this.ask("playable", undefined, fields)).playable ?? [];
  }

  /** End the work on a question, or on what is worked on; its answer is the best so far. */
  stop(question) {
    return this.send("stop", question ? { of: question.id } : {});
  }

  /** Let the engine end; gives its exit status. */
  async close() {
    await this.send("quit").catch(() => {});
    this.#process.stdin.end();
    return this.#ended;
  }
}
