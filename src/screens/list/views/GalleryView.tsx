import { PictureOutlined } from '@ant-design/icons';
import { Spin } from 'antd';
import type { ReactNode } from 'react';
import type { FormRecord } from '../../../grammar/documents.ts';
import { useRegistry, useServices } from '../../../runtime/contexts.ts';
import type { FileRecord } from '../../../runtime/services/files.ts';
import { usePicture } from '../../../widgets/el-upload/usePicture.ts';
import { useLoad } from '../../shared/useLoad.ts';
import { Cell, isCellEmpty } from '../Cell.tsx';
import type { ListColumn } from '../compile.ts';

/** Maximum number of values below a picture. */
const MAX_VALUES = 4;

interface Props {
  /** The field with the pictures; the card shows the first one. */
  pictureField: string;
  columns: readonly ListColumn[];
  records: readonly FormRecord[];
  isLoading: boolean;
  empty: ReactNode;
  actionsOf(record: FormRecord): ReactNode;
  onOpen(record: FormRecord): void;
}

const firstFileId = (record: FormRecord, pictureField: string): string =>
  String(record.fieldsMap[pictureField] ?? '')
    .split(',')[0]
    ?.trim() ?? '';

/** Records as cards with a picture each. */
export function GalleryView({ pictureField, columns, records, isLoading, empty, actionsOf, onOpen }: Props) {
  const services = useServices();
  const registry = useRegistry();
  const fileIds = [...new Set(records.map((record) => firstFileId(record, pictureField)).filter(Boolean))];
  const { load } = useLoad(
    () => (fileIds.length === 0 ? Promise.resolve([]) : services.files.byIds(fileIds)),
    [services, fileIds.join(' ')],
  );
  const filesById = new Map((load.value ?? []).map((file) => [file.id, file]));
  if (records.length === 0 && !isLoading) return <div className="sc-cards-empty">{empty}</div>;
  return (
    <Spin spinning={isLoading}>
      <ul className="sc-gallery">
        {records.map((record, index) => {
          const valueColumns = columns.filter(({ field, system }) => field !== pictureField && system !== 'title');
          return (
            <li key={record.id ?? index} className="sc-gallery-card" data-row={index} data-record={record.id}>
              <button type="button" className="sc-gallery-open" onClick={() => onOpen(record)}>
                <Cover file={filesById.get(firstFileId(record, pictureField))} />
                <strong>{record.title || '未填写标题'}</strong>
              </button>
              <dl>
                {valueColumns
                  .filter((column) => !isCellEmpty(column, record, registry))
                  .slice(0, MAX_VALUES)
                  .map((column) => (
                    <div key={column.field}>
                      <dt>{column.title}</dt>
                      <dd>
                        <Cell column={column} record={record} />
                      </dd>
                    </div>
                  ))}
              </dl>
              {actionsOf(record)}
            </li>
          );
        })}
      </ul>
    </Spin>
  );
}

const Cover = ({ file }: { file: FileRecord | undefined }) =>
  file ? <Picture key={file.id} file={file} /> : <Placeholder text="没有照片" />;

const Placeholder = ({ text }: { text: string }) => (
  <span className="sc-gallery-cover">
    <PictureOutlined /> {text}
  </span>
);

function Picture({ file }: { file: FileRecord }) {
  const { address } = usePicture(file);
  return address === null ? (
    <Placeholder text="照片" />
  ) : (
    <img className="sc-gallery-cover" src={address} alt={file.fileName} />
  );
}
