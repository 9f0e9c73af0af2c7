import { createContext, useContext } from 'react';
import type { Services } from '../runtime/services.ts';
import type { DocumentCalls } from '../runtime/services/documents.ts';

/** What differs between editing forms and editing screens. */
export interface DocumentKind {
  kind: 'form' | 'screen';
  /** The kind in words. */
  word: '表单' | '界面';
  calls: DocumentCalls;
  /** What publishing does, and an example of a note. */
  effect: string;
  noteHint: string;
}

export const formKind = (services: Services): DocumentKind => ({
  kind: 'form', word: '表单', calls: services.forms,
  effect: '发布后，新填写的记录即用新版本；审批中的记录仍按提交时的版本办理。', noteHint: '如：增加“监印人”字段',
});

export const screenKind = (services: Services): DocumentKind => ({
  kind: 'screen', word: '界面', calls: services.screens,
  effect: '发布后立即生效，已打开的页面刷新后更新。', noteHint: '如：首页增加“常用功能”',
});

export const KindContext = createContext<DocumentKind | null>(null);

export function useKind(): DocumentKind {
  const kind = useContext(KindContext);
  if (!kind) throw new Error('a document editor needs its kind around it');
  return kind;
}
