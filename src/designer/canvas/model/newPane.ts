import { isObject } from './nodes.ts';

/**
 * Creates an empty pane for a container with these panes. The new pane gets a label if the container has no panes yet
 * or one of them has a label. With `needsKey` it gets a unique key.
 */
export function newPane(panes: readonly unknown[], needsKey: boolean): Record<string, unknown> {
  const hasLabelledPane = panes.some((pane) => isObject(pane) && typeof pane.label === 'string');
  const keys = new Set(panes.map((pane) => (isObject(pane) ? pane.key : undefined)));
  let number = panes.length + 1;
  while (keys.has(`tab${number}`)) number += 1;
  return {
    ...(needsKey ? { key: `tab${number}` } : {}),
    ...(hasLabelledPane || panes.length === 0 ? { label: `第 ${panes.length + 1} 项` } : {}),
    children: [],
  };
}
