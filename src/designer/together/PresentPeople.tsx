import { Avatar } from 'antd';
import { use, useCallback, useSyncExternalStore } from 'react';
import { DesigningContext } from '../canvas/useDesign.ts';
import { titleOfTag } from '../editor/grammarDocs.ts';
import type { RawNode } from '../canvas/model/nodes.ts';
import './together.css';
import { usePresence } from './usePresence.ts';

const nothing = (): (() => void) => () => undefined;

/** A part of a document in words. */
export const nameOfNode = (node: Readonly<Record<string, unknown>>): string => {
  const words = [node.label, node.title, node.text].find((word) => typeof word === 'string' && word !== '');
  const tag = typeof node.tag === 'string' ? (titleOfTag(node.tag) ?? node.tag) : '';
  return words === undefined ? tag : `“${String(words)}”`;
};

/** What is chosen on the canvas around, in words; '' where nothing is or there is no canvas. */
function useChosen(): string {
  const designing = use(DesigningContext);
  const read = useCallback(() => {
    const node: RawNode | null = designing?.design.selected() ?? null;
    return node ? nameOfNode(node) : '';
  }, [designing]);
  return useSyncExternalStore(designing?.design.subscribe ?? nothing, read);
}

/** Who else has the document open, and at what. */
export function PresentPeople({ documentKey, view = '' }: { documentKey: string; view?: string }) {
  const chosen = useChosen();
  const others = usePresence(documentKey, chosen || view);
  if (others.length === 0) return null;
  return (
    <ul className="dg-present" aria-label="同时打开此文档的人">
      {others.map(({ pageId, userName, place, isOwn }) => (
        <li key={pageId}>
          <Avatar size={22} aria-hidden="true">
            {userName.slice(-1)}
          </Avatar>
          <span>
            {isOwn ? '您的另一窗口' : userName}
            {place === '' ? '也打开着' : `正在编辑${place}`}
          </span>
        </li>
      ))}
    </ul>
  );
}
