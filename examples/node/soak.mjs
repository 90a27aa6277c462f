// node examples/node/soak.mjs NUMBER COMMAND...: asks many questions, with bad lines between them, and counts the answers.

import { Engine, EngineError } from "./engine.mjs";

const number = Number(process.argv[2] ?? 10000);
if (!Number.isInteger(number) || number < 0) {
  console.error("usage: node examples/node/soak.mjs [NUMBER [COMMAND...]], such as 10000 .venv/bin/runepay engine");
  process.exit(2);
}
const engine = new Engine(process.argv.length > 3 ? process.argv.slice(3) : undefined);
const domains = ["fury", "calm", "mind", "body", "chaos", "order"];
const counts = { payable: 0, not: 0, refused: 0, bad: 0 };

await engine.position({ runes: Object.fromEntries(domains.map((one) => [one, 2])), pool: { power: { universal: 1 } } });
for (let turn = 0; turn < number; turn++) {
  const power = domains.slice(0, turn % 5).concat(turn % 3 ? ["any"] : []);
  const play = { card: "Mine", cost: { energy: turn % 16, power }, targets: [] };
  if (turn % 10 === 3) {
    engine.write(["garbage", "{", '{"type": "ask"', '{"type": "aks", "id": null}', "[]"][Math.floor(turn / 10) % 5]);
    counts.bad++;
  }
  if (turn % 10 === 7) play.crad = "Charm";
  try {
    const payable = turn % 2 ? await engine.canPay(play) : (await engine.best(play, { steps: false })).payable;
    counts[payable ? "payable" : "not"]++;
  } catch (error) {
    if (!(error instanceof EngineError) || error.reply?.code !== "invalid") throw error;
    counts.refused++;
  }
}
console.log(JSON.stringify(counts));
process.exitCode = await engine.close();
