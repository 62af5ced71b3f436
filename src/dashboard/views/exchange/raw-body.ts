import { control } from '../../control/control-api.js';

/** The part of an archive that has the bodies of an exchange. */
interface Archive {
  readonly log: {
    readonly entries: readonly {
      readonly request: { readonly postData?: { readonly text?: string } };
      readonly response: { readonly content?: { readonly text?: string } };
    }[];
  };
}

/** A body as it was sent, to the character: the archive has it, where the journal's own form has its JSON. */
export async function rawBodyOf(
  side: 'request' | 'response',
  sandbox: string,
  id: number,
): Promise<string | undefined> {
  const { log } = (await control.har(sandbox, `after=${id - 1}&limit=1`)) as Archive;
  const [entry] = log.entries;
  return side === 'request' ? entry?.request.postData?.text : entry?.response.content?.text;
}
