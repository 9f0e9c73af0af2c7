import { createContext, useContext } from 'react';
import type { CompiledForm, ExpressionTypes } from '../../../kernel/index.ts';
import type { FieldInfo } from '../../flow/panel/design.ts';
import type { RawNode } from '../model/nodes.ts';

/** What the editors of a node's keys need to know of its surroundings. */
export interface Panel {
  /** The node whose keys are edited; null for the form's own. */
  node: RawNode | null;
  /** The sub-table around it, when it is a column. */
  table: RawNode | null;
  /** Fields that its references and conditions may name. */
  fields: readonly { value: string; label: string }[];
  /** The same with their kinds, for conditions. */
  infos: readonly FieldInfo[];
  /** Types for expressions; null while the form is not read. */
  types: ExpressionTypes | null;
  /** The last good form. */
  compiled: CompiledForm | null;
  /** Changes other keys of the same node. */
  change(changes: Readonly<Record<string, unknown>>): void;
}

export const PanelContext = createContext<Panel | null>(null);

export function usePanel(): Panel {
  const panel = useContext(PanelContext);
  if (!panel) throw new Error('an editor of a property needs the panel around it');
  return panel;
}
