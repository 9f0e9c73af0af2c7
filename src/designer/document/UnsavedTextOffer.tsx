import { StoredInputOffer } from '../../screens/shared/storedInput/StoredInputOffer.tsx';
import type { StoredInputHandle } from '../../screens/shared/storedInput/useStoredInput.ts';
import type { Origin } from '../editor/textOrigin.ts';
import { isBackupOutdated, type UnsavedText } from './publishing/usePublishing.ts';

interface Props {
  origin: Origin;
  backup: StoredInputHandle<UnsavedText>;
  onRestore(): void;
}

/** Offers to restore a text that was not saved in an earlier session. */
export function UnsavedTextOffer({ origin, backup, onRestore }: Props) {
  if (backup.offeredInput === null) return null;
  return (
    <StoredInputOffer
      storedAt={backup.offeredInput.time}
      onRestore={onRestore}
      onDiscard={backup.discardOfferedInput}
      note={
        isBackupOutdated(origin, backup)
          ? typeof backup.offeredInput.value === 'string'
            ? '此后已有新的草稿或版本；恢复会以当时的文本代替现在的，请在“版本历史”中核对后再保存。'
            : '此后已有新的草稿或版本；恢复时与其合并，两人改得不同的地方请您选择。'
          : null
      }
    />
  );
}
