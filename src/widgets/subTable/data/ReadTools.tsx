import { hasTopButton } from '../../../rules/topButtons.ts';
import { useTable } from '../model.ts';
import { DataTools } from './DataTools.tsx';

const NOTHING = (): void => undefined;

/** Above a table that is only read: what its document offers to readers (export), and nothing where it offers none. */
export function ReadTools() {
  const { table: { node } } = useTable();
  if (!hasTopButton(node, 'exportData')) return null;
  return <div className="st-toolbar"><DataTools own={{ add: NOTHING, saveAll: NOTHING, refresh: NOTHING }} /></div>;
}
