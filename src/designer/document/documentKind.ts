import { createContext, useContext } from 'react';
import type { Services } from '../../runtime/services/services.ts';
import type { DocumentCalls, RunningApproval } from '../../runtime/services/documents.ts';
import { nameIn } from './documentText.ts';
import { nameInTag } from './xmlText.ts';

/** Properties of a kind of document that the editors need. */
export interface DocumentKind {
  kind: 'form' | 'screen' | 'flow' | 'dataset';
  /** The Chinese name of the kind. */
  kindName: '表单' | '界面' | '流程' | '数据集';
  calls: DocumentCalls;
  /** Returns the name of the document in a text; null if there is none. */
  nameIn(text: string): string | null;
  /** Loads the running approvals on a version; absent for kinds without approvals. */
  loadRunningApprovals?(key: string, version: number): Promise<{ list: RunningApproval[]; total: number }>;
  /** A sentence that explains the effect of publishing. */
  effect: string;
  /** An example of a publishing note. */
  noteHint: string;
}

export const formKind = (services: Services): DocumentKind => ({
  kind: 'form',
  kindName: '表单',
  calls: services.forms,
  nameIn,
  loadRunningApprovals: services.forms.running,
  effect: '发布后，新填写的记录即用新版本；审批中的记录仍按提交时的版本办理。',
  noteHint: '如：增加“监印人”字段',
});

export const screenKind = (services: Services): DocumentKind => ({
  kind: 'screen',
  kindName: '界面',
  calls: services.screens,
  nameIn,
  effect: '发布后立即生效，已打开的页面刷新后更新。',
  noteHint: '如：首页增加“常用功能”',
});

export const datasetKind = (services: Services): DocumentKind => ({
  kind: 'dataset',
  kindName: '数据集',
  calls: services.datasetDefs,
  nameIn,
  effect: '发布后立即生效，用到它的图表和统计表下次查询即按新版本计算。',
  noteHint: '如：增加“去年同期”',
});

/** Returns the name of the process in a BPMN file. */
function flowNameIn(text: string): string | null {
  return nameInTag(/<(?:\w+:)?process\b[^>]*?\sname="[^"]*"/.exec(text)?.[0] ?? '') || null;
}

export const flowKind = (services: Services): DocumentKind => ({
  kind: 'flow',
  kindName: '流程',
  calls: services.flows,
  nameIn: flowNameIn,
  loadRunningApprovals: services.flows.running,
  effect: '发布后，新提交的申请按新版本办理；办理中的申请仍按提交时的版本走完。',
  noteHint: '如：金额超过五万元的由分管领导审批',
});

export const KindContext = createContext<DocumentKind | null>(null);

export function useKind(): DocumentKind {
  const kind = useContext(KindContext);
  if (!kind) throw new Error('a document editor needs its kind around it');
  return kind;
}
