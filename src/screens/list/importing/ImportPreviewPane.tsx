import { Alert, Select, Tabs } from 'antd';
import type { ImportPreview, ImportProgress } from '../../../runtime/services/records.ts';
import { BadRows } from './BadRows.tsx';

const NO_PREVIEW: ImportPreview = { columns: [], fields: [], sample: [] };

function summarise({ saved, refused, message }: ImportProgress): {
  type: 'success' | 'warning' | 'error';
  text: string;
} {
  const notes = message === '' ? '' : `。${message}`;
  if (saved === 0) return { type: 'error', text: `共 ${refused} 行，全部有错误，不能导入${notes}` };
  if (refused > 0)
    return {
      type: 'warning',
      text: `共 ${saved + refused} 行：${saved} 行可以导入，${refused} 行有错误，不会导入${notes}`,
    };
  return { type: message === '' ? 'success' : 'warning', text: `共 ${saved} 行，全部可以导入${notes}` };
}

/**
 * The mapping of sheet columns to fields. `onColumns`: gets the key of the field for each column ('' for none),
 * and starts a new trial run.
 */
function ColumnMapping({ columns, fields, onColumns }: ImportPreview & { onColumns(keys: readonly string[]): void }) {
  const missingFields = fields.filter(
    ({ key, isRequired }) => isRequired && !columns.some((column) => column.key === key),
  );
  const choose = (columnIndex: number, key: string): void =>
    onColumns(
      columns.map((column, index) =>
        index === columnIndex ? key : column.key === key && key !== '' ? '' : column.key,
      ),
    );
  return (
    <>
      {missingFields.length > 0 ? (
        <Alert
          type="warning"
          showIcon
          message={`表格中没有必填的列：${missingFields.map(({ label }) => label).join('、')}`}
        />
      ) : null}
      <div className="sc-import-scroll">
        <table className="sc-import-table">
          <thead>
            <tr>
              <th>列</th>
              <th>表头</th>
              <th>导入到字段</th>
            </tr>
          </thead>
          <tbody>
            {columns.map(({ at, heading, key }, index) =>
              heading === '' && key === '' ? null : (
                <tr key={at}>
                  <td>{at}</td>
                  <td>{heading}</td>
                  <td>
                    <Select
                      value={key}
                      aria-label={`${at} 列 ${heading} 导入到字段`}
                      showSearch
                      optionFilterProp="label"
                      popupMatchSelectWidth={false}
                      style={{ width: '100%' }}
                      options={[
                        { value: '', label: '不导入' },
                        ...fields.map((field) => ({
                          value: field.key,
                          label: `${field.label}${field.isRequired ? '（必填）' : ''}`,
                        })),
                        // a heading may match a field that the server fills, which the user cannot select
                        ...(key === '' || fields.some((field) => field.key === key)
                          ? []
                          : [{ value: key, label: '由系统填写，不导入', disabled: true }]),
                      ]}
                      onChange={(chosen) => choose(index, chosen)}
                    />
                  </td>
                </tr>
              ),
            )}
          </tbody>
        </table>
      </div>
    </>
  );
}

/** Preview of the first rows as they would be stored: first the mapped columns, then the fields that the form fills. */
function Sample({ columns, fields, sample }: ImportPreview) {
  if (sample.length === 0) return <p className="sc-import-note">前几行都有错误，没有可预览的内容</p>;
  const mappedKeys = columns.map(({ key }) => key);
  const allKeys = [
    ...mappedKeys.filter((key) => key !== ''),
    ...new Set(sample.flatMap(({ texts }) => Object.keys(texts)).filter((key) => !mappedKeys.includes(key))),
  ];
  const labelOf = (key: string): string => fields.find((field) => field.key === key)?.label ?? '';
  const labelledKeys = allKeys.filter((key) => labelOf(key) !== '');
  return (
    <div className="sc-import-scroll">
      <table className="sc-import-table">
        <thead>
          <tr>
            <th>行</th>
            {labelledKeys.map((key) => (
              <th key={key}>{labelOf(key)}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {sample.map(({ row, texts }) => (
            <tr key={row}>
              <td>{row}</td>
              {labelledKeys.map((key) => (
                <td key={key}>{texts[key] ?? ''}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Result of a trial run: number of valid rows, preview of the stored rows, column mapping and errors. */
export function ImportPreviewPane({
  progress,
  onColumns,
}: {
  progress: ImportProgress;
  onColumns(keys: readonly string[]): void;
}) {
  const preview = progress.preview ?? NO_PREVIEW;
  const { type, text } = summarise(progress);
  return (
    <>
      <Alert type={type} showIcon message={text} />
      <Tabs
        size="small"
        defaultActiveKey={progress.refused > 0 ? 'bad' : 'sample'}
        items={[
          {
            key: 'sample',
            label: preview.sample.length > 0 ? `前 ${preview.sample.length} 行预览` : '预览',
            children: <Sample {...preview} />,
          },
          { key: 'columns', label: '列对应', children: <ColumnMapping {...preview} onColumns={onColumns} /> },
          ...(progress.refused > 0
            ? [
                {
                  key: 'bad',
                  label: `有错误的行（${progress.refused}）`,
                  children: <BadRows progress={progress} title="下载有错误的行，按最后一列的说明改好后可再次导入" />,
                },
              ]
            : []),
        ]}
      />
    </>
  );
}
