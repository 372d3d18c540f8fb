import {
  Command,
  type CommanderError,
  type CommandUnknownOpts,
  type HelpConfiguration,
} from '@commander-js/extra-typings';
import { didYouMean } from '../lib/text/names.ts';
import { Refusal } from './print.ts';

interface About {
  /** One line, for the list of commands. */
  summary: string;
  /** The text of its help before the arguments, if it is longer than the summary. */
  description?: string;
  /** As typed after `npm run farebox --`. */
  examples?: string[];
}

/** A command to add arguments, options and an action to. Wrong arguments are a Refusal. */
export function command(name: string, { summary, description = `${summary}.`, examples = [] }: About) {
  const made = new Command(name)
    .summary(summary)
    .description(description)
    .helpOption('-h, --help', 'Show this help')
    .configureHelp(helpStyle)
    .configureOutput({ outputError() {} })
    .addHelpText('after', examplesText(examples))
    .hook('preAction', (_, running) => refuseForgottenValue(running));
  return made.exitOverride((error) => {
    throw error.code.startsWith('commander.help') ? error : refusalOf(made, error);
  });
}

/** A command that only has commands of its own, such as `account`. */
export function commandGroup(name: string, summary: string, commands: CommandUnknownOpts[]) {
  const group = command(name, { summary });
  for (const each of commands) group.addCommand(each);
  return group;
}

function examplesText(examples: string[]): string {
  if (examples.length === 0) return '';
  const lines = examples.map((example) => `  npm run farebox -- ${example}`);
  return ['', examples.length === 1 ? 'Example:' : 'Examples:', ...lines].join('\n');
}

/** Commander takes any text after an option. Another option or a number there means that the value is missing. */
function refuseForgottenValue(running: CommandUnknownOpts): void {
  const value = Object.values(running.opts()).find(
    (each) => typeof each === 'string' && /^--?[a-z-]+$|^-\d+$/.test(each),
  );
  if (value !== undefined) throw mistake(running, `the value before '${String(value)}' is missing`);
}

/** The fault that Commander found in the arguments. */
function refusalOf(failed: CommandUnknownOpts, { code, message }: CommanderError): Refusal {
  if (code === 'commander.unknownCommand') {
    const [name = ''] = failed.args;
    const names = failed.commands.map((known) => known.name());
    const path = [...pathOf(failed).slice(1), name].join(' ');
    return new Refusal(
      `There is no command "${path}".${didYouMean(name, names)} Run ${pathOf(failed).join(' ')} --help to see what each does.`,
    );
  }
  return mistake(failed, withoutBrackets(message.replace(/^error: /, '').replace('\n', ' ')));
}

function mistake(failed: CommandUnknownOpts, what: string): Refusal {
  const help = `Run ${pathOf(failed).join(' ')} --help to see its options.`;
  return new Refusal(`Expected ${usageOf(failed)}: ${what.replace(/\.$/, '')}. ${help}`);
}

/** The style of the help: placeholders in capitals, and the commands of groups in one list. */
const helpStyle: HelpConfiguration = {
  commandUsage: (command) => usageOf(command).replace('farebox', 'npm run farebox --'),
  visibleCommands: ({ commands }) =>
    commands.flatMap((command) => (isGroup(command) ? command.commands : [command, ...command.commands])),
  subcommandTerm: (command) => [...pathOf(command).slice(1), ...placeholdersOf(command)].join(' '),
  optionTerm: ({ flags }) => withoutBrackets(flags),
};

/** For instance `farebox grant ACCOUNT CREDITS [options]`. */
function usageOf(command: CommandUnknownOpts): string {
  const required = command.options.flatMap(({ mandatory, flags }) => (mandatory ? flags : []));
  const hasOptional = command.options.length > required.length;
  return [
    ...pathOf(command),
    ...(isGroup(command) ? ['COMMAND'] : placeholdersOf(command)),
    ...required.map(withoutBrackets),
    ...(hasOptional ? ['[options]'] : []),
  ].join(' ');
}

/** `verify` has a command of its own, and can be used alone. */
function isGroup({ commands, registeredArguments }: CommandUnknownOpts): boolean {
  return commands.length > 0 && registeredArguments.length === 0;
}

/** Its name after those of the commands above it: `farebox`, `key`, `create`. */
function pathOf(command: CommandUnknownOpts): string[] {
  return [...(command.parent ? pathOf(command.parent) : []), command.name()];
}

/** Commander needs `<` and `>` around what a person replaces. */
function withoutBrackets(text: string): string {
  return text.replaceAll(/[<>]/g, '');
}

function placeholdersOf({ registeredArguments }: CommandUnknownOpts): string[] {
  return registeredArguments.map((argument) => {
    const name = `${argument.name()}${argument.variadic ? '...' : ''}`;
    return argument.required ? name : `[${name}]`;
  });
}
