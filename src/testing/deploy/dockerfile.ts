/** An instruction of a Dockerfile, as far as ours uses them. */
export interface Instruction {
  readonly name: string;
  /** Everything behind the name. */
  readonly text: string;
}

export interface Stage {
  readonly name: string | undefined;
  readonly image: string;
  readonly instructions: readonly Instruction[];
}

/** The stages of a Dockerfile. @throws Error for a line that is no instruction known here */
export function parseDockerfile(source: string): Stage[] {
  const stages: { name: string | undefined; image: string; instructions: Instruction[] }[] = [];
  for (const line of source.split('\n')) {
    if (line.trim() === '' || line.startsWith('#')) continue;
    const [, name, text] =
      /^(FROM|WORKDIR|COPY|RUN|ENV|USER|EXPOSE|HEALTHCHECK|ENTRYPOINT|CMD) (.+)$/.exec(line) ?? [];
    if (name === undefined || text === undefined) throw new Error(`No instruction: ${line}`);
    const [, image, stage] = /^(\S+)(?: AS (\S+))?$/.exec(text) ?? [];
    if (name === 'FROM') stages.push({ name: stage, image: image ?? '', instructions: [] });
    else stages.at(-1)?.instructions.push({ name, text });
  }
  return stages;
}

/** The texts of one kind of instruction, in order. */
export function textsOf({ instructions }: Stage, name: string): string[] {
  return instructions.filter((one) => one.name === name).map(({ text }) => text);
}
