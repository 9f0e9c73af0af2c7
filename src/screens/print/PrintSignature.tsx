import { useEffect, useState } from 'react';
import { useServices } from '../../runtime/contexts.ts';

/** A handwritten signature on paper. While it is on its way (`data-waiting`) the browser's print is not opened. */
export function PrintSignature({ id, name }: { id: string; name: string }) {
  const { files } = useServices();
  const [address, setAddress] = useState<string | null | undefined>(undefined);
  useEffect(() => {
    let made: string | null = null;
    let isCurrent = true;
    const show = (next: string | null): void => {
      if (isCurrent) setAddress(next);
    };
    files
      .byIds([id])
      .then(async ([file]) => {
        const bytes = file ? await files.content?.(file) : undefined;
        made = bytes && isCurrent ? URL.createObjectURL(bytes) : null;
        show(made);
      })
      .catch(() => show(null));
    return () => {
      isCurrent = false;
      if (made !== null) URL.revokeObjectURL(made);
    };
  }, [files, id]);
  if (address === undefined) return <span data-waiting />;
  return address === null ? (
    <span>（签名无法显示）</span>
  ) : (
    <img className="pr-signature" src={address} alt={`${name}的签名`} />
  );
}
