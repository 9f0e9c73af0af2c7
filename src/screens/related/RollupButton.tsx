import { UnorderedListOutlined } from '@ant-design/icons';
import type { ReactNode } from 'react';
import type { FieldNode } from '../../grammar/nodes.ts';
import { rollupOf } from '../../relations/index.ts';
import type { DrillTarget } from '../figures/DrillDrawer.tsx';
import { useDrillDrawer } from '../figures/useDrill.tsx';
import '../figures/figures.css';

/** Shown below the records of a roll-up: the stored value also includes records that the person may not see. */
const OTHERS_NOTE = '此数由系统按全部记录汇总，可能还有您无权查看的记录';

interface Props {
  /** The record with the roll-up field. */
  record: { formKey: string; id: string; title?: string | undefined };
  node: FieldNode;
  /** The shown value, which becomes the button; absent: a small icon, as a mark next to the label of the field. */
  children?: ReactNode;
}

/** The records of another form that a roll-up field of a record includes; null for any other field. */
export function rollupTarget({ record: { formKey, id, title }, node }: Omit<Props, 'children'>): DrillTarget | null {
  const rollup = rollupOf(node);
  if (!rollup?.form) return null;
  return {
    kind: 'related',
    formKey: rollup.form,
    behind: { rollup: { formKey, field: node.__vModel__, id } },
    title: [title ?? '', node.label ?? ''].filter((text) => text !== '').join(' · '),
    note: OTHERS_NOTE,
  };
}

/** Whether a roll-up field has records behind it: another form's, and the value is neither empty nor 0. */
export const hasRollupRecords = (node: FieldNode | undefined, value: unknown): node is FieldNode =>
  node?.rollup?.via !== undefined && value !== null && value !== undefined && value !== '' && Number(value) !== 0;

/** A button that lists the records behind a roll-up field of a record. */
export function RollupButton({ record, node, children }: Props) {
  const { open, drawer } = useDrillDrawer();
  const target = rollupTarget({ record, node });
  if (!target) return children;
  return (
    <>
      <button
        type="button"
        className={children === undefined ? 'sc-rollup-mark' : 'sc-figure-open sc-rollup-open'}
        title="查看明细"
        {...(children === undefined ? { 'aria-label': `${node.label ?? node.__vModel__}：查看明细` } : {})}
        data-rollup={node.__vModel__}
        onClick={() => open(target)}
      >
        {children ?? <UnorderedListOutlined />}
      </button>
      {drawer}
    </>
  );
}
