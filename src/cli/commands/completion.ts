import type { Command } from '../command.js';
import { UsageError } from '../flags.js';
import { formOf } from '../../options/check-options.js';
import type { Option } from '../../options/option.js';

/** `drydock completion SHELL`: a script by which a shell completes commands and flags. */
export function completion(loadAll: () => Promise<ReadonlyMap<string, Command>>): Command {
  return {
    summary: 'Print what completes drydock in bash, zsh or fish.',
    usage: 'completion bash|zsh|fish',
    maxPositionals: 1,
    flags: {},
    async run(given, terminal) {
      const [shell = ''] = given.positionals;
      const script = scripts.get(shell);
      if (!script)
        throw new UsageError(
          'Say which shell: drydock completion bash, zsh or fish. In bash: source <(drydock completion bash).',
        );
      terminal.write(script(await loadAll()));
      return 0;
    },
  };
}

type Commands = ReadonlyMap<string, Command>;

/** Functions that make the script of a shell. */
const scripts = new Map<string, (commands: Commands) => string>(Object.entries({ bash, zsh, fish }));

const words = ['help', 'version'];

function bash(commands: Commands): string {
  const names = [...commands.keys(), ...words].join(' ');
  const flags = [...commands].map(
    ([name, command]) =>
      `    ${name}) words='${[...Object.keys(command.flags), 'help'].map(dashed).join(' ')}' ;;`,
  );
  const values = [...commands].flatMap(([name, command]) =>
    withValues(command).map(([flag, option]) => `    '${name} --${flag}') ${bashValues(option)} ;;`),
  );
  return `# bash completion of drydock: source <(drydock completion bash)
_drydock() {
  local current=\${COMP_WORDS[COMP_CWORD]} previous=\${COMP_WORDS[COMP_CWORD - 1]} command=\${COMP_WORDS[1]} words=
  COMPREPLY=()
  if [ "$COMP_CWORD" -eq 1 ] || { [ "$COMP_CWORD" -eq 2 ] && [ "$command" = help ]; }; then
    COMPREPLY=($(compgen -W '${names}' -- "$current"))
    return
  fi
  case "$command $previous" in
${values.join('\n')}
  esac
  case $command in
    completion) words='bash zsh fish' ;;
${flags.join('\n')}
  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -F _drydock drydock drydock-kit
`;
}

function bashValues(option: Option): string {
  const { choices } = formOf(option);
  if (choices) return `COMPREPLY=($(compgen -W '${choices.join(' ')}' -- "$current")); return`;
  return option.isPath ? 'COMPREPLY=($(compgen -f -- "$current")); return' : 'return';
}

function zsh(commands: Commands): string {
  const list = [...commands].map(([name, { summary }]) => `    ${quoted(`${name}:${summary}`)}`);
  const cases = [...commands].map(([name, command]) => {
    const flags = Object.entries(command.flags).map(([flag, option]) => `      ${zshFlag(flag, option)}`);
    return `    ${name}) _arguments \\\n${[...flags, "      '*:argument:_files'"].join(' \\\n')} ;;`;
  });
  return `#compdef drydock drydock-kit
# zsh completion of drydock: source <(drydock completion zsh)
_drydock() {
  local -a commands
  commands=(
${list.join('\n')}
  )
  if (( CURRENT == 2 )); then
    _describe command commands
    return
  fi
  local command=\${words[2]}
  shift words
  (( CURRENT -= 1 ))
  case $command in
${cases.join('\n')}
  esac
}
compdef _drydock drydock drydock-kit
`;
}

function zshFlag(flag: string, option: Option): string {
  const help = option.help.replace(/[[\]:\\]/g, '\\$&');
  const many = option.many ? '*' : '';
  if (option.value === undefined) return quoted(`${many}--${flag}[${help}]`);
  const { choices } = formOf(option);
  const values = choices ? `(${choices.join(' ')})` : option.isPath ? '_files' : '';
  return quoted(`${many}--${flag}[${help}]:${option.value.replace(/[:']/g, '')}:${values}`);
}

function fish(commands: Commands): string {
  const isFirst = '__fish_use_subcommand';
  const lines = [...commands].flatMap(([name, command]) => [
    `complete -c drydock -n ${isFirst} -f -a ${name} -d ${quoted(command.summary)}`,
    ...Object.entries(command.flags).map(([flag, option]) => fishFlag(name, flag, option)),
  ]);
  return `# fish completion of drydock: drydock completion fish | source
${lines.join('\n')}
complete -c drydock -n '__fish_seen_subcommand_from completion' -f -a 'bash zsh fish'
complete -c drydock-kit -w drydock
`;
}

function fishFlag(command: string, flag: string, option: Option): string {
  const start = `complete -c drydock -n '__fish_seen_subcommand_from ${command}' -l ${flag} -d ${quoted(option.help)}`;
  if (option.value === undefined) return `${start} -f`;
  const { choices } = formOf(option);
  if (choices) return `${start} -x -a '${choices.join(' ')}'`;
  return option.isPath ? `${start} -r -F` : `${start} -x`;
}

function withValues({ flags }: Command): [string, Option][] {
  return Object.entries(flags).filter(([, { value }]) => value !== undefined);
}

const dashed = (flag: string): string => `--${flag}`;

/** In single quotes, for any of the shells. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", '’')}'`;
}
