/** What the server writes into the reference: the document to show, and where it is tried. */
export interface ReferenceSettings {
  readonly title: string;
  /** Relative to the reference, as all addresses here. */
  readonly documentUrl: string;
  readonly home: string;
  /** Where operations are tried; absolute, or a path on this host. */
  readonly servers: readonly { readonly url: string; readonly description?: string }[];
  /** The key that trying begins with; undefined where the reader must bring one. */
  readonly key?: string;
  /** The references to switch between; empty where there is only one. */
  readonly pages: readonly { readonly title: string; readonly href: string; readonly current: boolean }[];
}

export function readSettings(): ReferenceSettings {
  const meta = document.querySelector<HTMLMetaElement>('meta[name=drydock-reference]');
  return JSON.parse(meta?.content ?? '{}') as ReferenceSettings;
}
