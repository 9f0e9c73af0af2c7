import { Avatar } from 'antd';
import { use, useCallback, useSyncExternalStore } from 'react';
import { DesignerContext } from '../canvas/designerContext.ts';
import { titleOfTag } from '../editor/grammarDocs.ts';
import type { RawNode } from '../canvas/model/nodes.ts';
import './collaboration.css';
import { usePresence } from './usePresence.ts';

const subscribeToNothing = (): (() => void) => () => undefined;

/** Returns the name of a node for people: its label, title or text in quotes, else the name of its tag. */
export const nameOfNode = (node: Readonly<Record<string, unknown>>): string => {
  const name = [node.label, node.title, node.text].find((text) => typeof text === 'string' && text !== '');
  const tag = typeof node.tag === 'string' ? (titleOfTag(node.tag) ?? node.tag) : '';
  return name === undefined ? tag : `“${String(name)}”`;
};

/** Returns the name of the selected node of the canvas; '' without a selection or canvas. */
function useSelectedName(): string {
  const designing = use(DesignerContext);
  const read = useCallback(() => {
    const node: RawNode | null = designing?.design.selected() ?? null;
    return node ? nameOfNode(node) : '';
  }, [designing]);
  return useSyncExternalStore(designing?.design.subscribe ?? subscribeToNothing, read);
}

/**
 * Lists the other people who have the document open, with the name of the node that each of them has selected
 * (`place`). `view`: what the others see for this person while no node is selected.
 */
export function PresentPeople({ documentKey, view = '' }: { documentKey: string; view?: string }) {
  const selectedName = useSelectedName();
  const otherPeople = usePresence(documentKey, selectedName || view);
  if (otherPeople.length === 0) return null;
  return (
    <ul className="dg-present" aria-label="同时打开此文档的人">
      {otherPeople.map(({ pageId, userName, place, isOwn }) => (
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
