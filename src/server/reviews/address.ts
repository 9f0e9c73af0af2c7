import type { DocumentKind } from '../documents/index.ts';

const MANAGERS: Readonly<Record<DocumentKind, readonly [path: string, parameter: string]>> = {
  form: ['/system/formManager', 'form'],
  screen: ['/system/screenManager', 'screen'],
  flow: ['/system/flowManager', 'flow'],
  dataset: ['/system/datasetManager', 'dataset'],
};

/** The address that opens the editor of a document, at a comment or review. */
export function addressOf({ kind, key }: { kind: DocumentKind; key: string }, at: Record<string, string>): string {
  const [path, parameter] = MANAGERS[kind];
  return `${path}?${new URLSearchParams({ [parameter]: key, ...at }).toString()}`;
}
