// node examples/node/demo.mjs [COMMAND...]: asks a few questions of an engine and prints the answers.

import { Engine } from "./engine.mjs";

const command = process.argv.slice(2);
const engine = command.length ? new Engine(command) : new Engine();

const { name, versions } = await engine.hello();
console.log(`${name}, Core Rules ${versions.ruleset}`);

await engine.position({ runes: { fury: 4, mind: 1 }, hand: ["Brazen Buccaneer", "Charm"] });
for (const card of await engine.playable()) {
  console.log(`${card.card}: ${card.payable ? `payable, ${card.notation}` : "not payable"}`);
}

const play = { card: "Mine", cost: { energy: 2, power: ["fury"] }, targets: [] };
const { payment } = await engine.best(play);
console.log(`Mine: ${payment.steps.map((step) => `${step.step} ${step.number} ${step.object ?? ""}`.trim()).join(", ")}`);

await engine.follow("main", play, payment.notation, "next");
console.log(`again: ${(await engine.canPay(play, { position: "next" })) ? "payable" : "not payable"}`);

process.exitCode = await engine.close();
