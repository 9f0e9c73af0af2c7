import { createContext, useContext, useMemo, type ReactNode } from 'react';
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

const PanelContext = createContext<Panel | null>(null);

/** What expressions may name. By itself: it stays while the keys of the node change. */
const NamesContext = createContext<Pick<Panel, 'infos' | 'types'> | null>(null);

/** Gives the editors inside what they need to know. */
export function PanelProvider({ value, children }: { value: Panel; children: ReactNode }) {
  const { infos, types } = value;
  const names = useMemo(() => ({ infos, types }), [infos, types]);
  return (
    <PanelContext value={value}>
      <NamesContext value={names}>{children}</NamesContext>
    </PanelContext>
  );
}

function known<T>(value: T | null): T {
  if (value === null) throw new Error('an editor of a property needs the panel around it');
  return value;
}

export const usePanel = (): Panel => known(useContext(PanelContext));

/** The fields and types of expressions, without what else changes with the node. */
export const usePanelNames = (): Pick<Panel, 'infos' | 'types'> => known(useContext(NamesContext));
