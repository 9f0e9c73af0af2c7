import { Alert, Table } from 'antd';
import type { ReactNode } from 'react';
import { StatusTag } from '../../screens/shared/StatusTag.tsx';
import type { AccessReasons } from './reasons.ts';

const Section = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="dz-why-section" aria-label={title}>
    <h3>{title}</h3>
    {children}
  </section>
);

const answerTag = (isAllowed: boolean): ReactNode => (
  <StatusTag tone={isAllowed ? 'good' : 'warn'}>{isAllowed ? '可以' : '不可以'}</StatusTag>
);

/** Lists the permissions of one person, each with the roles or rules that grant it. */
export function WhyResult({ reasons }: { reasons: AccessReasons }) {
  if (reasons.isDisabled)
    return <Alert type="warning" showIcon message={`${reasons.name}的账号已停用，不能登录，什么都看不到。`} />;
  return (
    <div data-why={reasons.username}>
      {reasons.menu ? (
        <Section title={`菜单：${reasons.menu.title}`}>
          <p className="dz-why-line">
            {answerTag(reasons.menu.isAllowed)} {reasons.menu.because}
          </p>
        </Section>
      ) : null}
      {reasons.record ? (
        <Section title={`记录：${reasons.record.title || '未填写标题'}`}>
          <p className="dz-why-line">
            {answerTag(reasons.record.because.length > 0)}{' '}
            {reasons.record.because.length > 0 ? '因为：' : '没有任何规则让其看到'}
          </p>
          {reasons.record.because.length > 0 ? (
            <ul className="dz-why-list">
              {reasons.record.because.map((reason) => (
                <li key={reason}>{reason}</li>
              ))}
            </ul>
          ) : null}
        </Section>
      ) : null}
      {reasons.form ? <FormReasons form={reasons.form} /> : null}
      <Section title={`${reasons.name}的角色`}>
        {reasons.roles.length === 0 ? (
          <p className="dz-why-line">没有角色，只有“所有人”的权限。</p>
        ) : (
          <ul className="dz-why-list">
            {reasons.roles.map(({ code, name, from }) => (
              <li key={code}>
                {name}
                <span className="dz-why-from">{from}</span>
              </li>
            ))}
          </ul>
        )}
      </Section>
    </div>
  );
}

function FormReasons({ form }: { form: NonNullable<AccessReasons['form']> }) {
  return (
    <>
      <Section title="在此表单中的权限">
        <Table
          size="small"
          rowKey="right"
          pagination={false}
          dataSource={form.rights}
          onRow={({ right }) => ({ 'data-right': right }) as object}
          columns={[
            { title: '权限', dataIndex: 'name', width: 90 },
            { title: '结果', key: 'isAllowed', width: 90, render: (_value, { isAllowed }) => answerTag(isAllowed) },
            { title: '来自', dataIndex: 'because' },
          ]}
        />
      </Section>
      <Section title="能看到哪些记录">
        <ul className="dz-why-list">
          {form.reach.map(({ what, because }) => (
            <li key={`${what} ${because}`}>
              {what}
              <span className="dz-why-from">{because}</span>
            </li>
          ))}
        </ul>
      </Section>
      {form.fields.length > 0 ? (
        <Section title="受角色限制的字段">
          <ul className="dz-why-list">
            {form.fields.map(({ label, rule }) => (
              <li key={label}>
                {label} <StatusTag tone="warn">{rule === 'hidden' ? '不可见' : '不可改'}</StatusTag>
              </li>
            ))}
          </ul>
        </Section>
      ) : null}
    </>
  );
}
