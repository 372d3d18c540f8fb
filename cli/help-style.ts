import type { CommandUnknownOpts, HelpConfiguration } from '@commander-js/extra-typings';

/** The style of the help: placeholders in capitals, and the commands of groups in one list. */
export const helpStyle: HelpConfiguration = {
  commandUsage: (command) => usageOf(command).replace('farebox', 'npm run farebox --'),
  visibleCommands: ({ commands }) =>
    commands.flatMap((command) => (isGroup(command) ? command.commands : [command, ...command.commands])),
  subcommandTerm: (command) => [...pathOf(command).slice(1), ...placeholdersOf(command)].join(' '),
  optionTerm: ({ flags }) => withoutBrackets(flags),
};

/** For instance `farebox grant ACCOUNT CREDITS [options]`. */
export function usageOf(command: CommandUnknownOpts): string {
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
export function pathOf(command: CommandUnknownOpts): string[] {
  return [...(command.parent ? pathOf(command.parent) : []), command.name()];
}

/** Commander needs `<` and `>` around what a person replaces. */
export function withoutBrackets(text: string): string {
  return text.replaceAll(/[<>]/g, '');
}

function placeholdersOf({ registeredArguments }: CommandUnknownOpts): string[] {
  return registeredArguments.map((argument) => {
    const name = `${argument.name()}${argument.variadic ? '...' : ''}`;
    return argument.required ? name : `[${name}]`;
  });
}
