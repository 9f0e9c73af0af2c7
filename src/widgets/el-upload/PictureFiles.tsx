import { useState } from 'react';
import { isPictureFile } from '../../domain/fileValue.ts';
import { useServices } from '../../runtime/contexts.ts';
import type { FileRecord } from '../../runtime/services/files.ts';
import { FileLine } from './FileLine.tsx';
import { PictureDialog } from './PictureDialog.tsx';
import { Thumbnail } from './Thumbnail.tsx';

interface Props {
  files: readonly FileRecord[];
  /** `names`: without thumbnails. */
  layout: 'rows' | 'cards' | 'names';
}

/**
 * The files of a picture field. A click on a picture opens a dialog with all pictures of the field (FK-019, FL-022).
 * Other files open as usual.
 */
export function PictureFiles({ files, layout }: Props) {
  const canShowPictures = useServices().files.content !== undefined;
  const [shownIndex, setShownIndex] = useState<number | null>(null);
  const pictures = canShowPictures ? files.filter(isPictureFile) : [];
  return (
    <>
      <ul className={layout === 'cards' ? 'sf-files sf-file-cards' : 'sf-files'}>
        {files.map((file) => {
          const index = pictures.indexOf(file);
          if (index < 0) return <FileLine key={file.id} file={file} />;
          const open = (): void => setShownIndex(index);
          return (
            <FileLine
              key={file.id}
              file={file}
              onOpen={open}
              picture={
                layout === 'names' ? null : (
                  <button
                    type="button"
                    className="sf-picture"
                    aria-label={`查看 ${file.fileName}`}
                    data-action="show-picture"
                    onClick={open}
                  >
                    <Thumbnail file={file} />
                  </button>
                )
              }
            />
          );
        })}
      </ul>
      {shownIndex === null ? null : (
        <PictureDialog pictures={pictures} initialIndex={shownIndex} onClose={() => setShownIndex(null)} />
      )}
    </>
  );
}
