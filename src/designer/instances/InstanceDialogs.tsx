import type { FlowInstance } from '../../runtime/services/flowAdmin.ts';
import { MoveDialog } from './MoveDialog.tsx';
import { ReasonDialog } from './ReasonDialog.tsx';
import { VersionsDialog } from './VersionsDialog.tsx';

export interface OpenDialog {
  kind: 'suspend' | 'resume' | 'retry' | 'assign' | 'reassign' | 'move' | 'versions';
  rows: readonly FlowInstance[];
}

/** The dialog for the selected operation; nothing if `dialog` is null. */
export function InstanceDialogs({
  dialog,
  onClose,
  onDone,
}: {
  dialog: OpenDialog | null;
  onClose(): void;
  onDone(): void;
}) {
  if (dialog === null) return null;
  if (dialog.kind === 'versions') return <VersionsDialog onClose={onClose} />;
  if (dialog.kind === 'move') return <MoveDialog rows={dialog.rows} onClose={onClose} onDone={onDone} />;
  return <ReasonDialog kind={dialog.kind} rows={dialog.rows} onClose={onClose} onDone={onDone} />;
}
