import { Table } from 'antd';
import type { ReactNode } from 'react';
import {
  responseOf,
  contentOf,
  needsNoSignIn,
  keyLines,
  parameterLines,
  typeText,
  type ApiCall,
  type KeyLine,
} from './description.ts';

/** Parameters, request body and response of one call. */
export function CallDetail({ call }: { call: ApiCall }) {
  const parameters = parameterLines(call);
  const body = contentOf(call.requestBody);
  const answer = responseOf(call);
  const answerLines = answer?.data ? keyLines(answer.data) : [];
  return (
    <div className="dz-api-detail">
      {call.description && <p>{call.description}</p>}
      <p className="dz-api-note">{needsNoSignIn(call) ? '不需要登录' : '需要登录或接口账号的密钥'}</p>
      {parameters.length > 0 && (
        <Part title="地址与请求头">
          <KeyTable lines={parameters} showsLocation />
        </Part>
      )}
      {body && (
        <Part title={`请求内容（${body.type}）`}>
          <KeyTable lines={keyLines(body.schema)} emptyText={typeText(body.schema)} />
        </Part>
      )}
      <Part title={answer?.data === null ? `应答（${answer.type}）` : '应答中的 data'}>
        <KeyTable
          lines={answerLines}
          emptyText={answer?.data ? typeText(answer.data) : answer ? '文件内容' : '没有内容'}
        />
      </Part>
    </div>
  );
}

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section>
    <h3>{title}</h3>
    {children}
  </section>
);

interface KeysProps {
  lines: readonly KeyLine[];
  /** Shows where each parameter is sent: in the path, query or header. */
  showsLocation?: boolean;
  /** The text shown instead of an empty table. */
  emptyText?: string;
}

function KeyTable({ lines, showsLocation = false, emptyText = '' }: KeysProps) {
  if (lines.length === 0) return <p className="dz-api-note">{emptyText}</p>;
  return (
    <Table<KeyLine>
      size="small"
      rowKey="id"
      dataSource={lines}
      pagination={false}
      scroll={{ x: 640 }}
      columns={[
        { title: '名称', key: 'name', width: 220, render: (_none, line) => <code>{line.name}</code> },
        ...(showsLocation
          ? [{ title: '位置', key: 'location', width: 90, render: (_none: unknown, line: KeyLine) => line.location }]
          : []),
        { title: '类型', key: 'type', width: 120, render: (_none, line) => line.type },
        { title: '必填', key: 'required', width: 64, render: (_none, line) => (line.isRequired ? '是' : '') },
        { title: '说明', key: 'note', render: (_none, line) => line.note },
      ]}
    />
  );
}
