import { createContext, useContext } from 'react';
import type { Services } from '../../runtime/services/services.ts';
import type { DocumentCalls, RunningApproval } from '../../runtime/services/documents.ts';
import { nameIn } from './document.ts';

/** What differs between editing forms, screens and processes. */
export interface DocumentKind {
  kind: 'form' | 'screen' | 'flow' | 'dataset';
  /** The kind in words. */
  word: '表单' | '界面' | '流程' | '数据集';
  calls: DocumentCalls;
  /** What a text names its document; null where it does not say. */
  nameIn(text: string): string | null;
  /** Approvals that still run on a version; absent where none can. */
  running?(key: string, version: number): Promise<{ list: RunningApproval[]; total: number }>;
  /** What publishing does, and an example of a note. */
  effect: string;
  noteHint: string;
}

export const formKind = (services: Services): DocumentKind => ({
  kind: 'form',
  word: '表单',
  calls: services.forms,
  nameIn,
  running: services.forms.running,
  effect: '发布后，新填写的记录即用新版本；审批中的记录仍按提交时的版本办理。',
  noteHint: '如：增加“监印人”字段',
});

export const screenKind = (services: Services): DocumentKind => ({
  kind: 'screen',
  word: '界面',
  calls: services.screens,
  nameIn,
  effect: '发布后立即生效，已打开的页面刷新后更新。',
  noteHint: '如：首页增加“常用功能”',
});

export const datasetKind = (services: Services): DocumentKind => ({
  kind: 'dataset',
  word: '数据集',
  calls: services.datasetDefs,
  nameIn,
  effect: '发布后立即生效，用到它的图表和统计表下次查询即按新版本计算。',
  noteHint: '如：增加“去年同期”',
});

/** What a process file calls its process. */
function flowNameIn(text: string): string | null {
  const name = /<(?:\w+:)?process\b[^>]*?\sname="([^"]*)"/.exec(text)?.[1]?.trim() ?? '';
  return name === ''
    ? null
    : name.replace(
        /&(lt|gt|quot|amp);/g,
        (_whole, word: 'lt' | 'gt' | 'quot' | 'amp') => ({ lt: '<', gt: '>', quot: '"', amp: '&' })[word],
      );
}

export const flowKind = (services: Services): DocumentKind => ({
  kind: 'flow',
  word: '流程',
  calls: services.flows,
  nameIn: flowNameIn,
  running: services.flows.running,
  effect: '发布后，新提交的申请按新版本办理；办理中的申请仍按提交时的版本走完。',
  noteHint: '如：金额超过五万元的由分管领导审批',
});

export const KindContext = createContext<DocumentKind | null>(null);

export function useKind(): DocumentKind {
  const kind = useContext(KindContext);
  if (!kind) throw new Error('a document editor needs its kind around it');
  return kind;
}
