import { Alert, Button, Empty, Input, Select, Skeleton, Table, Tag } from 'antd';
import { useDeferredValue, useMemo, useState } from 'react';
import type { ApiDocsNode } from '../../grammar/nodes.ts';
import { useServices } from '../../runtime/contexts.ts';
import type { BlockProps } from '../../runtime/node/faces.ts';
import { Failure } from '../../screens/shared/Failure.tsx';
import { useLoad } from '../../screens/shared/useLoad.ts';
import { ManagerGate } from '../document/ManagerGate.tsx';
import { CallDetail } from './CallDetail.tsx';
import { callsOf, groupName, isMatch, type ApiCall, type ApiDescription } from './description.ts';
import './apiDocs.css';

const METHOD_COLOURS: Readonly<Record<string, string>> = { GET: 'green', POST: 'blue' };

/**
 * The page 接口文档 for administrators: all routes of the server with parameters and responses, from its
 * OpenAPI description.
 */
export function ApiDocsBlock({ node }: BlockProps<ApiDocsNode>) {
  const { title = '接口文档' } = node;
  return (
    <ManagerGate title={title} openKeyParameter="call">
      {() => <ApiDocs title={title} />}
    </ManagerGate>
  );
}

function ApiDocs({ title }: { title: string }) {
  const services = useServices();
  const [keyword, setKeyword] = useState('');
  const [group, setGroup] = useState('');
  const { load, reload } = useLoad(() => services.system.apiDescription() as Promise<ApiDescription>, [services]);
  const calls = useMemo(() => callsOf(load.value ?? {}), [load.value]);
  const groups = useMemo(() => [...new Set(calls.map((call) => call.group))], [calls]);
  const deferredKeyword = useDeferredValue(keyword);
  const shownCalls = useMemo(
    () => calls.filter((call) => (group === '' || call.group === group) && isMatch(call, deferredKeyword)),
    [calls, group, deferredKeyword],
  );
  if (load.state === 'error') return <Failure error={load.error} onRetry={reload} />;
  if (!load.value) return <Skeleton active paragraph={{ rows: 8 }} />;
  return (
    <div className="sc-list">
      <div className="sc-toolbar">
        <h2 className="sc-title">{title}</h2>
        <div className="sc-toolbar-actions">
          <Button href={services.address('/openapi.json')} target="_blank" data-action="open-description">
            OpenAPI 文件
          </Button>
        </div>
      </div>
      <Alert
        type="info"
        showIcon
        className="dz-scope-note"
        message="其他系统用“接口账号”的密钥调用：请求头 Authorization: Bearer 密钥。应答均为 { code, msg, data }，code 为 1 表示成功；写入时带请求头 Idempotency-Key，重复发送只执行一次。"
      />
      <div className="dz-api-filter">
        <Input.Search
          allowClear
          aria-label="查找接口"
          placeholder="名称或地址，多个词以空格分隔"
          value={keyword}
          onChange={(event) => setKeyword(event.target.value)}
        />
        <Select
          aria-label="分组"
          value={group}
          onChange={setGroup}
          options={[{ value: '', label: '全部分组' }, ...groups.map((value) => ({ value, label: groupName(value) }))]}
        />
        <span className="dz-api-count">共 {shownCalls.length} 个接口</span>
      </div>
      <Table<ApiCall>
        size="middle"
        rowKey="id"
        dataSource={shownCalls}
        scroll={{ x: 560 }}
        locale={{ emptyText: <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description="没有找到接口，请换一个词" /> }}
        pagination={{
          defaultPageSize: 20,
          showSizeChanger: true,
          hideOnSinglePage: true,
          showTotal: (total) => `共 ${total} 个`,
        }}
        expandable={{
          expandRowByClick: true,
          columnTitle: '详情',
          columnWidth: 60,
          expandedRowRender: (call) => <CallDetail call={call} />,
        }}
        columns={[
          { title: '名称', key: 'summary', width: 260, render: (_none, call) => call.summary ?? '' },
          {
            title: '方法',
            key: 'method',
            width: 84,
            render: (_none, call) => <Tag color={METHOD_COLOURS[call.method] ?? 'default'}>{call.method}</Tag>,
          },
          { title: '地址', key: 'path', render: (_none, call) => <code className="dz-api-path">{call.path}</code> },
          {
            title: '分组',
            key: 'group',
            width: 170,
            responsive: ['md'],
            render: (_none, call) => groupName(call.group),
          },
        ]}
      />
    </div>
  );
}
