import type { DocumentKind } from '../documents/index.ts';

const MANAGERS: Readonly<Record<DocumentKind, readonly [path: string, parameter: string]>> = {
  form: ['/system/formManager', 'form'],
  screen: ['/system/screenManager', 'screen'],
  flow: ['/system/flowManager', 'flow'],
  dataset: ['/system/datasetManager', 'dataset'],
};

export const KIND_WORDS: Readonly<Record<DocumentKind, string>> = {
  form: '表单',
  screen: '界面',
  flow: '流程',
  dataset: '数据集',
};

/** The address that opens the editor of a document, at a comment or review. */
export function addressOf({ kind, key }: { kind: DocumentKind; key: string }, at: Record<string, string>): string {
  const [path, parameter] = MANAGERS[kind];
  return `${path}?${new URLSearchParams({ [parameter]: key, ...at }).toString()}`;
}
