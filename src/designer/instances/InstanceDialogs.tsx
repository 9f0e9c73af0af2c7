import type { FlowInstance } from '../../runtime/services/flowAdmin.ts';
import { MoveDialog } from './MoveDialog.tsx';
import { ReasonDialog } from './ReasonDialog.tsx';
import { VersionsDialog } from './VersionsDialog.tsx';

export interface OpenDialog {
  kind: 'suspend' | 'resume' | 'retry' | 'assign' | 'reassign' | 'move' | 'versions';
  rows: readonly FlowInstance[];
}

/** The dialog for the selected operation. */
export function InstanceDialogs({
  open,
  onClose,
  onDone,
}: {
  open: OpenDialog | null;
  onClose(): void;
  onDone(): void;
}) {
  if (open === null) return null;
  if (open.kind === 'versions') return <VersionsDialog onClose={onClose} />;
  if (open.kind === 'move') return <MoveDialog rows={open.rows} onClose={onClose} onDone={onDone} />;
  return <ReasonDialog kind={open.kind} rows={open.rows} onClose={onClose} onDone={onDone} />;
}
