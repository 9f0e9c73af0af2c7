import { createContext, useContext, useMemo, type ReactNode } from 'react';
import type { CompiledForm } from '../../../kernel/index.ts';
import type { ExpressionTypes } from '../../../expressions/index.ts';
import type { FieldInfo } from '../../flow/panel/design.ts';
import type { RawNode } from '../model/nodes.ts';

/** The context that property editors need: the edited node and the names that its expressions may use. */
export interface Panel {
  /** The edited node; null for the settings of the form. */
  node: RawNode | null;
  /** The sub-table that holds the node; null if the node is not a column. */
  table: RawNode | null;
  /** The fields that references and conditions may name. */
  fields: readonly { value: string; label: string }[];
  /** The same fields with their types, for conditions. */
  fieldInfos: readonly FieldInfo[];
  /** Types for expressions; null while there is no valid form. */
  types: ExpressionTypes | null;
  /** The last valid form. */
  compiledForm: CompiledForm | null;
  /** Changes keys of the node. */
  change(changes: Readonly<Record<string, unknown>>): void;
}

const PanelContext = createContext<Panel | null>(null);

/**
 * The part of the panel that expressions need. It is a separate context, because it does not change with every edit of
 * the node.
 */
const NamesContext = createContext<Pick<Panel, 'fieldInfos' | 'types'> | null>(null);

/** Provides the panel context to the editors inside. */
export function PanelProvider({ value, children }: { value: Panel; children: ReactNode }) {
  const { fieldInfos, types } = value;
  const names = useMemo(() => ({ fieldInfos, types }), [fieldInfos, types]);
  return (
    <PanelContext value={value}>
      <NamesContext value={names}>{children}</NamesContext>
    </PanelContext>
  );
}

function requireValue<T>(value: T | null): T {
  if (value === null) throw new Error('an editor of a property needs the panel around it');
  return value;
}

export const usePanel = (): Panel => requireValue(useContext(PanelContext));

/** Returns the fields and types for expressions, without the parts of the panel that change with every edit. */
export const usePanelNames = (): Pick<Panel, 'fieldInfos' | 'types'> => requireValue(useContext(NamesContext));
