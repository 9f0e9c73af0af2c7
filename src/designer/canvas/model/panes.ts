import { isObject } from './nodes.ts';

/** A new empty pane of tabs, steps, a collapse, a table layout or a desk. It has a label where its siblings have one, and with `hasKey` a unique key. */
export function newPane(panes: readonly unknown[], hasKey: boolean): Record<string, unknown> {
  const isLabelled = panes.some((pane) => isObject(pane) && typeof pane.label === 'string');
  const keys = new Set(panes.map((pane) => (isObject(pane) ? pane.key : undefined)));
  let count = panes.length + 1;
  while (keys.has(`tab${count}`)) count += 1;
  return {
    ...(hasKey ? { key: `tab${count}` } : {}),
    ...(isLabelled || panes.length === 0 ? { label: `第 ${panes.length + 1} 项` } : {}),
    children: [],
  };
}
