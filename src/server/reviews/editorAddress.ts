import type { DocumentKind } from '../documents/index.ts';

const EDITOR_ADDRESSES: Readonly<Record<DocumentKind, readonly [path: string, parameter: string]>> = {
  form: ['/system/formManager', 'form'],
  screen: ['/system/screenManager', 'screen'],
  flow: ['/system/flowManager', 'flow'],
  dataset: ['/system/datasetManager', 'dataset'],
};

/** Returns the address that opens the editor of a document. `parameters`: the comment or review that it then shows. */
export function editorAddress(
  { kind, key }: { kind: DocumentKind; key: string },
  parameters: Record<string, string>,
): string {
  const [path, parameter] = EDITOR_ADDRESSES[kind];
  return `${path}?${new URLSearchParams({ [parameter]: key, ...parameters }).toString()}`;
}
