import { KeptOffer } from '../../screens/shared/kept/KeptOffer.tsx';
import type { Kept } from '../../screens/shared/kept/useKept.ts';
import type { Origin } from '../editor/textOrigin.ts';
import { isOvertaken, type KeptText } from './useKeptText.ts';

interface Props {
  origin: Origin;
  kept: Kept<KeptText>;
  onRestore(): void;
}

/** A document's text that an earlier visit left unsaved. */
export function KeptTextOffer({ origin, kept, onRestore }: Props) {
  if (kept.offer === null) return null;
  return (
    <KeptOffer
      time={kept.offer.time}
      onRestore={onRestore}
      onDiscard={kept.discard}
      note={
        isOvertaken(origin, kept)
          ? typeof kept.offer.value === 'string'
            ? '此后已有新的草稿或版本；恢复会以当时的文本代替现在的，请在“版本历史”中核对后再保存。'
            : '此后已有新的草稿或版本；恢复时与其合并，两人改得不同的地方请您选择。'
          : null
      }
    />
  );
}
