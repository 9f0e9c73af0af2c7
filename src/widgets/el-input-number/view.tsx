import type { NodeByTag } from '../../grammar/nodes.ts';
import type { ViewProps } from '../../runtime/faces.ts';
import { Capital } from './capital.tsx';
import { definition } from './definition.ts';

/** 1234567.5 -> 1,234,567.5, for sums of money only: years and counts read better without. */
function grouped(text: string, { unit, isCapital }: NodeByTag['el-input-number']): string {
  if (isCapital !== '1' && !unit?.includes('元')) return text;
  const [whole = '', decimals] = text.split('.');
  const shown = whole.replace(/\B(?=(\d{3})+$)/g, ',');
  return decimals === undefined ? shown : `${shown}.${decimals}`;
}

export function View({ node, value }: ViewProps<NodeByTag['el-input-number']>) {
  const text = grouped(definition.text?.(value, node, {}) ?? '', node);
  if (text === '') return null;
  return (
    <>
      {node.unit === undefined ? text : `${text} ${node.unit}`}
      {node.isCapital === '1' && <>（<Capital value={value} />）</>}
    </>
  );
}
