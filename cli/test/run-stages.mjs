import { appendFileSync, existsSync, mkdirSync, rmSync, statSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { build, client, nativeModule, startPreparing, testDependencies } from '../start/prepare.mjs';
import { runCommand } from '../start/run-command.mjs';
import { runStep, StepFailed } from '../start/step.mjs';
import { agentPrograms } from './agent-programs.mjs';
import { dearestFiles, pastBudgets, processorFactor } from './budgets.mjs';
import { chromium, postgresClient } from './chromium.mjs';
import { failedTests } from './failed-tests.mjs';
import { nginx } from './nginx.mjs';
import { postgres } from './postgres.mjs';
import { outputFile, reportFile } from './stages.mjs';

/** @typedef {import('./stages.mjs').Stage} Stage */
/** @typedef {{ passed: number, failed: number }} Counts */
/** @typedef {{ stage: Stage, processorSeconds: number, counts: Counts, lines: string[] }} Result */

/** No bound on how slow a machine may be: past it, nothing comes. */
const limitMs = 60 * 60_000;
/** A stage closes what it opened after it has written its report. Past this, something in it does not end. */
const closingMs = 60_000;

/** What every stage needs. */
const basics = [testDependencies, client];
const shownLines = 150;

/** Lines shown again at the end for each failed test, or for a stage that failed as a whole. */
const shownMessageLines = 8;
const shownOutputLines = 25;
const shownFailures = 20;
const shownFiles = 10;

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
 * Runs the stages, whatever becomes of the earlier ones, and returns what became of each: two at a time and beside what
 * is still being prepared, then those that need the machine for themselves.
 * @param {string} root
 * @param {Stage[]} stages
 * @returns {Promise<Result[]>}
 */
export async function runStages(root, stages) {
  const wanted = new Set(stages.flatMap((stage) => stage.needs.map((need) => needs[need])));
  const { all } = startPreparing(root, [...basics, ...wanted]);
  /** @type {Result[]} */
  const results = [];
  const hasBasics = await Promise.all(basics.map((basic) => isDone(all.get(basic))));
  if (!hasBasics.every(Boolean)) {
    const lost = { processorSeconds: 0, counts: { passed: 0, failed: 1 } };
    return stages.map((stage) => ({ stage, ...lost, lines: ['The dependencies could not be installed.'] }));
  }
  const run = async (/** @type {Stage} */ stage) => {
    const prepared = await Promise.all(stage.needs.map((need) => isDone(all.get(needs[need]))));
    const result = prepared.every(Boolean)
      ? await runStage(root, stage)
      : {
          processorSeconds: 0,
          counts: { passed: 0, failed: 1 },
          lines: ['What it needs could not be made.'],
        };
    results.push({ stage, ...result });
  };
  const runLine = async (/** @type {Stage[]} */ line) => {
    for (let stage = line.shift(); stage; stage = line.shift()) await run(stage);
  };
  const together = stages.filter(({ isAlone }) => !isAlone);
  // Stages that need nothing more run while the rest is prepared.
  const ready = together.filter((stage) => stage.needs.length === 0);
  const waiting = together.filter((stage) => stage.needs.length > 0);
  await Promise.all([
    runLine(ready).then(() => runLine(waiting)),
    runLine(waiting).then(() => runLine(ready)),
  ]);
  await runLine(stages.filter(({ isAlone }) => isAlone));
  return results;
}

/**
 * A stage that failed and has no test to show, since its report has none or there is no report, shows its last lines.
 * @param {string} root
 * @param {Result[]} results
 */
export function showFailures(root, results) {
  const failures = results.flatMap(({ stage, counts, lines }) => {
    if (counts.failed === 0) return [];
    const failed = failedTests(stage, reportFile(root, stage.name)).map(({ name, message }) => ({
      title: `${stage.name}: ${name}`,
      lines: message
        .split('\n')
        .filter((line) => line.trim() !== '')
        .slice(0, shownMessageLines),
    }));
    const own = lines.length > 0 ? [{ title: stage.name, lines: lines.slice(-shownOutputLines) }] : [];
    return [...failed, ...own];
  });
  for (const { title, lines } of failures.slice(0, shownFailures))
    console.log(`✗ ${title}\n${lines.map((line) => `    ${line}\n`).join('')}`);
  if (failures.length > shownFailures) console.log(`and ${failures.length - shownFailures} more.\n`);
}

/**
 * The sums of a run beside what it may take, and the files that took most of it.
 * @param {string} root
 * @param {Result[]} results
 * @param {{ minutes: number | undefined, seconds: number }} run how long a whole tier may take, and how long it took
 */
export function showSums(root, results, { minutes, seconds }) {
  const files = results
    .flatMap(({ stage, processorSeconds }) =>
      dearestFiles(stage, processorSeconds, reportFile(root, stage.name)).map((file) => ({ ...file, stage })),
    )
    .sort((one, other) => other.seconds - one.seconds);
  if (files.length > 0) console.log('Dearest files, processor s by their share of the stage:');
  for (const { stage, name, seconds } of files.slice(0, shownFiles))
    console.log(
      `  ${seconds.toFixed(0).padStart(4)} of ${stage.files?.[name] ?? stage.fileSeconds ?? '–'}  ${stage.name}: ${name}`,
    );
  const used = results.reduce((sum, { processorSeconds }) => sum + processorSeconds, 0);
  const budget = results.reduce((sum, { stage }) => sum + stage.processorSeconds, 0);
  const ofMinutes = minutes === undefined ? '' : ` of ${minutes}`;
  console.log(
    `\nTogether: ${(seconds / 60).toFixed(1)}${ofMinutes} minutes, ${used.toFixed(0)} of ${budget} processor s.`,
  );
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
 * @returns {Promise<Omit<Result, 'stage'>>} its lines are those that say more than its failed tests
 */
async function runStage(root, stage) {
  const { value } = await runStep(
    stage.name,
    (say) => runCommands(root, stage, say),
    ({ counts, processorSeconds }) => ({
      ok: counts.failed === 0,
      note: `, ${processorSeconds.toFixed(0)} of ${stage.processorSeconds} processor s: ${counts.passed} passed, ${counts.failed} failed`,
    }),
    { isQuiet: true },
  );
  const { counts, processorSeconds, lines, complaints } = value;
  if (counts.failed === 0) return { counts, processorSeconds, lines: [] };
  // What portals log is in the file.
  console.log(
    lines
      .filter((line) => !line.includes('{"level":'))
      .slice(-shownLines)
      .join('\n'),
  );
  complaints.push(`Its whole output is in ${outputFile(root, stage.name)}`);
  console.log(complaints.join('\n'));
  const hasTests = failedTests(stage, reportFile(root, stage.name)).length > 0;
  return {
    counts,
    processorSeconds,
    lines: hasTests ? complaints : [...lines.slice(-shownOutputLines), ...complaints],
  };
}

/**
 * @param {string} root
 * @param {Stage} stage
 * @param {(line: string) => void} say
 */
async function runCommands(root, stage, say) {
  const report = reportFile(root, stage.name);
  const output = outputFile(root, stage.name);
  mkdirSync(dirname(report), { recursive: true });
  for (const file of [report, output]) rmSync(file, { force: true });
  const env = { NEXT_TELEMETRY_DISABLED: '1', PLAYWRIGHT_JSON_OUTPUT_FILE: report };
  const deadline = performance.now() + limitMs;
  let factor = processorFactor();
  const looking = setInterval(() => (factor = Math.max(factor, processorFactor())), 30_000);
  let [ok, processorSeconds] = [true, 0];
  /** @type {string[]} */
  const lines = [];
  /** @type {string[]} */
  const complaints = [];
  for (const command of stage.commands) {
    const result = await runCommand(
      process.execPath,
      stage.report === 'vitest' ? [...command, `--outputFile.json=${report}`] : command,
      {
        cwd: root,
        env,
        timeLimitMs: deadline - performance.now(),
        isDone: () => existsSync(report) && Date.now() - statSync(report).mtimeMs > closingMs,
        onLine: (line) => {
          appendFileSync(output, `${line}\n`);
          say(line);
        },
      },
    );
    lines.push(...result.lines);
    processorSeconds += result.processorSeconds;
    if (result.timedOut) complaints.push(`The stage was ended after ${limitMs / 60_000} minutes.`);
    ok = result.wasDone ? countTests(stage, report, true).failed === 0 : result.ok;
    if (!ok) break;
  }
  clearInterval(looking);
  factor = Math.max(factor, processorFactor());
  const counts = countTests(stage, report, ok);
  const past = pastBudgets(stage, { processorSeconds, factor, reportFile: report });
  complaints.push(...past);
  return { lines, complaints, processorSeconds, counts: { ...counts, failed: counts.failed + past.length } };
}

/**
 * The tests of a stage by its report. A stage that fails without a failed test (a file that does not load, an error
 * outside of a test, its time used up) counts as one more failure, so that it cannot pass unseen.
 * @param {Pick<import('./stages.mjs').Stage, 'report'>} stage
 * @param {string} reportFile
 * @param {boolean} ok whether its command succeeded
 * @returns {{ passed: number, failed: number }}
 */
export function countTests(stage, reportFile, ok) {
  const { passed, failed } = readCounts(stage, reportFile, ok);
  return { passed, failed: !ok && failed === 0 ? 1 : failed };
}

/**
 * @param {Pick<import('./stages.mjs').Stage, 'report'>} stage
 * @param {string} reportFile
 * @param {boolean} ok
 */
function readCounts({ report }, reportFile, ok) {
  if (report === undefined) return { passed: ok ? 1 : 0, failed: ok ? 0 : 1 };
  if (!existsSync(reportFile)) return { passed: 0, failed: 1 };
  const counted = JSON.parse(readFileSync(reportFile, 'utf8'));
  return report === 'vitest'
    ? { passed: counted.numPassedTests, failed: counted.numFailedTests + filesWithoutTests(counted) }
    : { passed: counted.stats.expected, failed: counted.stats.unexpected + counted.stats.flaky };
}

/**
 * Test files that failed before a test of theirs ran.
 * @param {{ testResults: { status: string, assertionResults: unknown[] }[] }} report
 */
function filesWithoutTests({ testResults }) {
  return testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
  ).length;
}
