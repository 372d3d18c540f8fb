import type { Page } from '@playwright/test';
import { lookAtFocus, type Sight } from './sight.ts';
import { wordsFor } from './typed-words.ts';

/** More presses of Tab than any form of the tests needs. */
const maxSteps = 250;
const maxTries = 25;
/** A person tries the same thing so often. */
const maxSame = 3;
const result = '[aria-label="Result of the call"]';
const question = 'a question';

/** The buttons that add an item to a list: "Add item", "Add row", and those of a choice. */
function isAdd(name: string): boolean {
  return /(?:^|\+ ?)Add\b/.test(name) && !name.includes('the key to');
}

/**
 * Someone who has a keyboard and what the page says: fills in what is marked as required, calls, and mends what the page
 * then says is wrong. Knows no schema and never opens the JSON tab.
 */
export class KeyboardPerson {
  #added = new Map<string, number>();
  #isNew = false;

  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;

    // Keeps the browser's own dialog closed: a listener that is added right before the press comes too late.
    page.on('filechooser', () => {});
  }

  /** Returns what the page says in the end. */
  async callProduct(): Promise<string> {
    await this.#fillIn();
    let [before, same] = ['', 0];
    for (let tries = 0; tries < maxTries; tries += 1) {
      await this.#press('Control+Enter');
      let end = await this.#outcome();
      if (end === question) {
        await this.#agree();
        end = await this.#outcome();
      }
      if (end !== undefined) return end;
      const sight = await lookAtFocus(this.#page);
      const thing = `${sight.group} ${sight.name} ${sight.description}`;
      same = thing === before ? same + 1 : 1;
      before = thing;
      if (same > maxSame) return `gave up at ${JSON.stringify(sight)}`;
      if (!(await this.#mend(sight))) return `stuck at ${JSON.stringify(sight)}`;
    }
    return `gave up at ${JSON.stringify(await lookAtFocus(this.#page))}`;
  }

  /** Says yes to the question that is asked before a call. */
  async #agree(): Promise<void> {
    for (let step = 0; step < 5; step += 1) {
      if ((await lookAtFocus(this.#page)).name === 'Call') return this.#press('Enter');
      await this.#press('Tab');
    }
  }

  /** Empties the form, which opens with an example, and goes through it once. */
  async #fillIn(): Promise<void> {
    let wasInForm = false;
    for (let step = 0; step < maxSteps; step += 1) {
      const sight = await lookAtFocus(this.#page);
      if (wasInForm && !sight.isInForm) return;
      wasInForm = sight.isInForm;
      if (sight.kind === 'button' && sight.name === 'Empty') await this.#press('Enter');
      if (!sight.isInForm || !(await this.#act(sight))) await this.#press('Tab');
    }
    throw new Error('The form has no end.');
  }

  /** Does what the focused element asks for. Returns whether the focus went elsewhere by that. */
  async #act(sight: Sight): Promise<boolean> {
    const isNew = this.#isNew;
    this.#isNew = false;
    if (sight.kind === 'button') return this.#pressButton(sight);
    const isWanted = sight.isRequired || isNew;
    if (sight.kind === 'file') {
      if (isNew || /\brequired\b/.test(sight.groupDescription)) return this.#chooseFile();
      return false;
    }
    const isEmpty = sight.value === '' || sight.kind === 'radio' || sight.kind === 'select';
    if (!isWanted || !isEmpty || sight.isChosen) return false;
    await this.#give(sight);
    // A new key takes the focus into its value.
    return this.#isNew;
  }

  async #give(sight: Sight): Promise<void> {
    const turn = sight.name.length;
    if (sight.kind === 'radio') {
      const steps = turn % sight.options;
      if (steps === 0) await this.#press('Space');
      for (let step = 0; step < steps; step += 1) await this.#press('ArrowDown');
    } else if (sight.kind === 'select') {
      for (let step = 0; step <= turn % sight.options; step += 1) await this.#press('ArrowDown');
    } else if (sight.kind === 'combobox') {
      for (let step = 0; step <= turn % 4; step += 1) await this.#press('ArrowDown');
      await this.#press('Enter');
    } else {
      await this.#page.keyboard.type(wordsFor(sight));
      if (sight.name.startsWith('New key')) {
        await this.#press('Enter');
        this.#isNew = true;
      }
    }
  }

  async #pressButton(sight: Sight): Promise<boolean> {
    const { name, group, groupDescription, rows, isExpanded } = sight;
    const isOpener = /\bFill in\b/.test(name) || (isExpanded === false && /\brequired\b/.test(name));
    if (isOpener) {
      if (!/\brequired\b/.test(name)) return false;
      await this.#press('Enter');
      return isExpanded !== false;
    }
    if (!isAdd(name) || !/\brequired\b/.test(groupDescription)) return false;
    const least = Number(/\b(?:at least )?(\d+)(?: to [\d,]+)? items?/.exec(groupDescription)?.[1] ?? 1);
    const wanted = /up to [\d,]+ items/.test(groupDescription) ? 1 : Math.max(1, least);
    const there = Math.max(rows, this.#added.get(group) ?? 0);
    if (there >= wanted) return false;
    return this.#add(group, there);
  }

  async #add(group: string, there: number): Promise<boolean> {
    this.#added.set(group, there + 1);
    await this.#press('Enter');
    this.#isNew = true;
    return true;
  }

  async #chooseFile(): Promise<boolean> {
    const asks = await this.#page.evaluateHandle(() => document.activeElement);
    const chooser = this.#page.waitForEvent('filechooser');
    await this.#press('Space');
    await (await chooser).setFiles({
      name: 'a.bin',
      mimeType: 'application/octet-stream',
      buffer: Buffer.from('bytes'),
    });
    // The file is read, and shown where it was asked for.
    await this.#page.waitForFunction((place) => !place?.isConnected, asks);
    return false;
  }

  /** Mends what has the focus after a call that was not sent. */
  async #mend(sight: Sight): Promise<boolean> {
    if (!sight.isInForm) return false;
    if (sight.kind === 'button') {
      if (isAdd(sight.name)) return this.#add(sight.group, sight.rows);
      await this.#press('Enter');
      return true;
    }
    if (sight.kind === 'file') {
      await this.#chooseFile();
      return true;
    }
    if (sight.kind === 'text') await this.#press('Control+a');
    await this.#give(sight);
    await this.#untilMended();
    return true;
  }

  async #untilMended(): Promise<void> {
    const isFine = () => !document.activeElement?.closest('[aria-invalid="true"]');
    await this.#page.waitForFunction(isFine, undefined, { timeout: 2_000 }).catch(() => {});
  }

  /** How the call ended; undefined where it was not sent. */
  async #outcome(): Promise<string | undefined> {
    const seen = await this.#page
      .waitForFunction(
        ({ place, question: asked }) => {
          if (document.querySelector('dialog[open]')) return asked;
          const said = document.querySelector(`${place} [role="status"]`)?.textContent ?? '';
          const isUnderWay = /^(?:$|Calling|The connection|The call is still)/.test(said);
          if (!isUnderWay) return document.querySelector(place)?.textContent ?? '';
          const focused = document.activeElement;
          const isFault = focused?.closest('[aria-invalid="true"]') || focused?.matches(':invalid');
          return isFault || focused?.closest('[role="group"]')?.querySelector('[data-faults]') ? 'fault' : '';
        },
        { place: result, question },
        { timeout: 120_000 },
      )
      .catch(() => undefined);
    const text =
      (await seen?.jsonValue()) ?? `nothing happened at ${JSON.stringify(await lookAtFocus(this.#page))}`;
    return text === 'fault' ? undefined : text;
  }

  #press(key: string): Promise<void> {
    return this.#page.keyboard.press(key);
  }
}
