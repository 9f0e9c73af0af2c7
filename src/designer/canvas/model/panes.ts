import { isObject } from './nodes.ts';

/** A new pane of tabs, steps, a collapse, a table layout or a desk: named like those beside it, under a key that none of them has. */
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
