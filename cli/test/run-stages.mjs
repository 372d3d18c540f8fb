import { mkdirSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { build, client, nativeModule, startPreparing, testDependencies } from '../start/prepare.mjs';
import { runCommand } from '../start/run-command.mjs';
import { runStep, StepFailed } from '../start/step.mjs';
import { agentPrograms } from './agent-programs.mjs';
import { chromium } from './chromium.mjs';
import { countTests } from './count-tests.mjs';
import { failedTests } from './failed-tests.mjs';
import { nginx } from './nginx.mjs';
import { postgres } from './postgres.mjs';
import { postgresClient } from './postgres-client.mjs';
import { reportFile } from './stages.mjs';

/** @typedef {import('./stages.mjs').Stage} Stage */
/** @typedef {{ passed: number, failed: number }} Counts */
/** @typedef {{ stage: Stage, seconds: number, counts: Counts, lines: string[] }} Result */

/** What every stage needs. */
const basics = [testDependencies, client];
const shownLines = 150;

/** Lines shown again at the end for each failed test, or for a stage that failed as a whole. */
const shownMessageLines = 8;
const shownOutputLines = 25;
const shownFailures = 20;

/** @type {Record<Stage['needs'][number], import('../start/prepare.mjs').Preparation>} */
const needs = {
  'native-module': nativeModule,
  build,
  chromium,
  postgres,
  'postgres-client': postgresClient,
  nginx,
  'agent-programs': agentPrograms,
};

/**
 * Runs the stages, whatever becomes of the earlier ones, and returns what their tests counted: first those that use one
 * processor, two at a time and beside what is still being prepared, then the others one after the other.
 * @param {string} root
 * @param {Stage[]} stages
 * @returns {Promise<Counts>}
 */
export async function runStages(root, stages) {
  const wanted = new Set(stages.flatMap((stage) => stage.needs.map((need) => needs[need])));
  const { all } = startPreparing(root, [...basics, ...wanted]);
  const laid = await Promise.all(basics.map((basic) => isDone(all.get(basic))));
  if (!laid.every(Boolean)) return { passed: 0, failed: 1 };

  /** @type {Result[]} */
  const results = [];
  const run = async (/** @type {Stage} */ stage, /** @type {boolean} */ isAlone) => {
    const prepared = await Promise.all(stage.needs.map((need) => isDone(all.get(needs[need]))));
    const started = performance.now();
    const result = prepared.every(Boolean)
      ? await runStage(root, stage, isAlone)
      : { counts: { passed: 0, failed: 1 }, lines: ['What it needs could not be made.'] };
    results.push({ stage, seconds: (performance.now() - started) / 1000, ...result });
  };
  const small = stages.filter(({ processors }) => processors === 1);
  const isAlone = small.length < 2;
  const runSmall = async (/** @type {Stage[]} */ line) => {
    for (let stage = line.shift(); stage; stage = line.shift()) await run(stage, isAlone);
  };
  // Stages that need nothing more run while the rest is prepared.
  const ready = small.filter((stage) => stage.needs.length === 0);
  const waiting = small.filter((stage) => stage.needs.length > 0);
  await Promise.all([
    runSmall(ready).then(() => runSmall(waiting)),
    runSmall(waiting).then(() => runSmall(ready)),
  ]);
  for (const stage of stages.filter(({ processors }) => processors === 2)) await run(stage, true);
  console.log();
  showFailures(root, results);
  for (const { stage, seconds, counts } of results) {
    const { name } = stage;
    const passed = String(counts.passed).padStart(6);
    const time = seconds.toFixed(1).padStart(8);
    console.log(`  ${name.padEnd(22)}${time} s ${passed} passed ${String(counts.failed).padStart(4)} failed`);
  }
  console.log();
  return {
    passed: results.reduce((sum, { counts }) => sum + counts.passed, 0),
    failed: results.reduce((sum, { counts }) => sum + counts.failed, 0),
  };
}

/**
 * A stage that failed and has no test to show, since its report has none or there is no report, shows its last lines.
 * @param {string} root
 * @param {Result[]} results
 */
function showFailures(root, results) {
  const failures = results.flatMap(({ stage, counts, lines }) => {
    if (counts.failed === 0) return [];
    const failed = failedTests(stage, reportFile(root, stage.name)).map(({ name, message }) => ({
      title: `${stage.name}: ${name}`,
      lines: message
        .split('\n')
        .filter((line) => line.trim() !== '')
        .slice(0, shownMessageLines),
    }));
    return failed.length > 0 ? failed : [{ title: stage.name, lines: lines.slice(-shownOutputLines) }];
  });
  for (const { title, lines } of failures.slice(0, shownFailures))
    console.log(`✗ ${title}\n${lines.map((line) => `    ${line}\n`).join('')}`);
  if (failures.length > shownFailures) console.log(`and ${failures.length - shownFailures} more.\n`);
}

/** @type {Set<StepFailed>} */
const told = new Set();

/**
 * Whether it was prepared. Why it was not is told once, however many stages need it.
 * @param {Promise<void> | undefined} preparation
 */
async function isDone(preparation) {
  try {
    await preparation;
    return true;
  } catch (error) {
    if (!(error instanceof StepFailed)) throw error;
    if (!told.has(error)) console.log(`${error.lines.slice(-40).join('\n')}\n\n${error.message}`);
    told.add(error);
    return false;
  }
}

/**
 * @param {string} root
 * @param {Stage} stage
 * @param {boolean} isAlone
 * @returns {Promise<{ counts: Counts, lines: string[] }>}
 */
async function runStage(root, stage, isAlone) {
  const { value } = await runStep(
    stage.name,
    (say) => runCommands(root, stage, say),
    ({ counts }) => ({
      ok: counts.failed === 0,
      note: ` of ${stage.budgetSeconds} s: ${counts.passed} passed, ${counts.failed} failed`,
    }),
    { isAlone },
  );
  if (value.counts.failed > 0) console.log(value.lines.slice(-shownLines).join('\n'));
  if (!value.timedOut) return value;
  const ended = `The stage was ended: it took more than its ${stage.budgetSeconds} s.`;
  console.log(ended);
  return { ...value, lines: [...value.lines, ended] };
}

/**
 * @param {string} root
 * @param {Stage} stage
 * @param {(line: string) => void} say
 */
async function runCommands(root, stage, say) {
  const report = reportFile(root, stage.name);
  mkdirSync(dirname(report), { recursive: true });
  rmSync(report, { force: true });
  const deadline = performance.now() + stage.budgetSeconds * 1000;
  let result = { ok: true, code: 0, timedOut: false, lines: /** @type {string[]} */ ([]) };
  for (const command of stage.commands) {
    const args = stage.report === 'vitest' ? [...command, `--outputFile.json=${report}`] : command;
    result = await runCommand(process.execPath, args, {
      cwd: root,
      env: { NEXT_TELEMETRY_DISABLED: '1', PLAYWRIGHT_JSON_OUTPUT_FILE: report },
      timeLimitMs: deadline - performance.now(),
      onLine: say,
    });
    if (!result.ok) break;
  }
  return { ...result, counts: countTests(stage, report, result.ok) };
}
