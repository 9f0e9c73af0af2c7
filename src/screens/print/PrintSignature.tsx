import { useEffect, useState } from 'react';
import { useServices } from '../../runtime/contexts.ts';

/** A printed signature. During loading, `data-waiting` delays the print dialog (see PrintBlock). */
export function PrintSignature({ id, name }: { id: string; name: string }) {
  const { files } = useServices();
  const [address, setAddress] = useState<string | null | undefined>(undefined);
  useEffect(() => {
    let objectUrl: string | null = null;
    let isCurrent = true;
    const show = (next: string | null): void => {
      if (isCurrent) setAddress(next);
    };
    files
      .byIds([id])
      .then(async ([file]) => {
        const bytes = file ? await files.content?.(file) : undefined;
        objectUrl = bytes && isCurrent ? URL.createObjectURL(bytes) : null;
        show(objectUrl);
      })
      .catch(() => show(null));
    return () => {
      isCurrent = false;
      if (objectUrl !== null) URL.revokeObjectURL(objectUrl);
    };
  }, [files, id]);
  if (address === undefined) return <span data-waiting />;
  return address === null ? (
    <span>（签名无法显示）</span>
  ) : (
    <img className="pr-signature" src={address} alt={`${name}的签名`} />
  );
}
