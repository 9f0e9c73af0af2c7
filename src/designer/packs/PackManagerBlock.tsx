import { Tabs } from 'antd';
import { useLocation } from 'react-router-dom';
import type { PackManagerNode } from '../../grammar/nodes.ts';
import type { BlockProps } from '../../runtime/node/faces.ts';
import { toSearch, usePageNavigation } from '../../screens/navigation/pageNavigation.ts';
import { ManagerGate } from '../document/ManagerGate.tsx';
import { ExportPack } from './ExportPack.tsx';
import { ImportHistory } from './ImportHistory.tsx';
import { ImportPack } from './ImportPack.tsx';
import './packs.css';

/**
 * The page 配置包 for administrators: exports configuration as a file, imports it in another installation, and undoes
 * imports.
 */
export function PackManagerBlock({ node }: BlockProps<PackManagerNode>) {
  const { title = '配置包' } = node;
  return (
    <ManagerGate title={title} openKeyParameter="pack">
      {() => <PackPage title={title} />}
    </ManagerGate>
  );
}

const TABS = ['export', 'import', 'history'];

function PackPage({ title }: { title: string }) {
  const navigation = usePageNavigation();
  const { pathname } = useLocation();
  const { tab = '' } = navigation.query;
  const openTab = (key: string): void => navigation.go(pathname + toSearch({ tab: key }));
  return (
    <div className="sc-list dp-packs">
      <div className="sc-toolbar">
        <h2 className="sc-title">{title}</h2>
      </div>
      <p className="sc-note">
        把在测试环境做好的表单、流程、界面、字典、菜单、角色等导出成一个文件，到正式环境检查、导入；不满意可整包撤销。包中不含人员账号、密码、业务记录和附件。
      </p>
      <Tabs
        activeKey={TABS.includes(tab) ? tab : 'export'}
        onChange={openTab}
        items={[
          { key: 'export', label: '导出', children: <ExportPack /> },
          { key: 'import', label: '导入', children: <ImportPack onDone={() => openTab('history')} /> },
          { key: 'history', label: '导入记录', destroyOnHidden: true, children: <ImportHistory /> },
        ]}
      />
    </div>
  );
}
