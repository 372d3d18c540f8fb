import { existsSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';

/** What ten minutes on two cores have, less what a fresh clone needs to install, compile and build. */
export const everydayProcessorSeconds = 2 * 7 * 60;

/** Busy neighbours cost a processor its caches, too: only three times the budget of a processor as fast as now is too much. */
const tolerance = 3;

/** Processor milliseconds of the reference work where the budgets were measured. */
const referenceMs = 70;

/** Objects, texts and numbers, as most of the tests. */
function referenceWork() {
  let sum = 0;
  for (let round = 0; round < 60; round += 1) {
    const objects = Array.from({ length: 2_000 }, (_, index) => ({ index, name: `name ${index}` }));
    sum += JSON.parse(JSON.stringify(objects)).length;
  }
  return sum;
}

/** How many times slower a processor is now than where the budgets were measured, and at least 1. */
export function processorFactor() {
  const before = process.cpuUsage();
  referenceWork();
  const { user, system } = process.cpuUsage(before);
  return Math.max(1, (user + system) / 1_000 / referenceMs);
}

/**
 * Why a stage has used too much, or nothing.
 * @param {import('./stages.mjs').Stage} stage
 * @param {{ processorSeconds: number, factor: number, reportFile: string }} used
 * @returns {string[]}
 */
export function pastBudgets(stage, { processorSeconds, factor, reportFile }) {
  const allowed = (/** @type {number} */ budget) => budget * tolerance * factor;
  const advice =
    'Make it cheaper, move what is dear to the deep tier, or raise its budget in cli/test/stages.mjs.';
  const sentence = (
    /** @type {string} */ name,
    /** @type {number} */ seconds,
    /** @type {number} */ budget,
  ) =>
    `${name} took ${seconds.toFixed(0)} processor s, more than ${tolerance} times its ${budget} on a processor ${factor.toFixed(1)} times slower than that of the budgets. ${advice}`;
  const files = dearestFiles(stage, processorSeconds, reportFile).flatMap(({ name, seconds }) => {
    const budget = stage.files?.[name] ?? stage.fileSeconds ?? Number.POSITIVE_INFINITY;
    return seconds > allowed(budget) ? [sentence(name, seconds, budget)] : [];
  });
  return processorSeconds > allowed(stage.processorSeconds)
    ? [sentence(`The stage ${stage.name}`, processorSeconds, stage.processorSeconds), ...files]
    : files;
}

/**
 * The files of a stage with the processor seconds that each is likely to have used: its share of the stage by duration,
 * which is the same on a busy machine. The dearest come first.
 * @param {Pick<import('./stages.mjs').Stage, 'report'>} stage
 * @param {number} processorSeconds
 * @param {string} reportFile
 * @returns {{ name: string, seconds: number }[]}
 */
export function dearestFiles({ report }, processorSeconds, reportFile) {
  if (report === undefined || !existsSync(reportFile)) return [];
  const content = JSON.parse(readFileSync(reportFile, 'utf8'));
  const durations = report === 'vitest' ? ofVitest(content) : ofPlaywright(content);
  const sum = [...durations.values()].reduce((all, ms) => all + ms, 0);
  return [...durations]
    .map(([name, ms]) => ({ name, seconds: sum === 0 ? 0 : (processorSeconds * ms) / sum }))
    .sort((one, other) => other.seconds - one.seconds);
}

/** @param {{ testResults: { name: string, startTime: number, endTime: number }[] }} report */
function ofVitest({ testResults }) {
  return new Map(
    testResults.map(({ name, startTime, endTime }) => [relative('', name), endTime - startTime]),
  );
}

/**
 * @typedef {object} Suite
 * @property {Suite[]} [suites]
 * @property {{ file: string, tests: { results: { duration: number }[] }[] }[]} specs
 */

/** @param {{ suites: Suite[] }} report */
function ofPlaywright({ suites }) {
  /** @type {Map<string, number>} */
  const durations = new Map();
  const add = (/** @type {Suite} */ { suites: inner = [], specs }) => {
    for (const { file, tests } of specs)
      for (const { duration } of tests.flatMap(({ results }) => results))
        durations.set(file, (durations.get(file) ?? 0) + duration);
    inner.forEach(add);
  };
  suites.forEach(add);
  return durations;
}
