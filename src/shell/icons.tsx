import {
  AppstoreOutlined, AuditOutlined, BarChartOutlined, BellOutlined, CarryOutOutlined, CheckCircleOutlined, ExperimentOutlined,
  FileTextOutlined, FolderOpenOutlined, FormOutlined, FundProjectionScreenOutlined, HomeOutlined, LinkOutlined, MailOutlined,
  DeleteOutlined, EditOutlined, InboxOutlined, NotificationOutlined, ProjectOutlined, SafetyCertificateOutlined, SendOutlined, SettingOutlined, TableOutlined, TeamOutlined, ToolOutlined,
} from '@ant-design/icons';
import type { ComponentType } from 'react';

/** Names a menu may use; an unknown one shows the neutral icon. */
const ICONS: Readonly<Record<string, ComponentType>> = {
  home: HomeOutlined, task: AuditOutlined, todo: BellOutlined, done: CheckCircleOutlined, start: SendOutlined,
  seal: SafetyCertificateOutlined, bidding: FundProjectionScreenOutlined, device: ToolOutlined, test: ExperimentOutlined,
  project: ProjectOutlined, form: FormOutlined, designer: TableOutlined, system: SettingOutlined, mail: MailOutlined,
  file: FileTextOutlined, folder: FolderOpenOutlined, user: TeamOutlined, chart: BarChartOutlined, link: LinkOutlined, plan: CarryOutOutlined,
  inbox: InboxOutlined, write: EditOutlined, delete: DeleteOutlined, notice: NotificationOutlined, remind: NotificationOutlined,
};

export function MenuIcon({ name }: { name: string }) {
  const Icon = ICONS[name] ?? AppstoreOutlined;
  return <Icon />;
}

/** The names there are, each with what it is for. */
export const ICON_NAMES: Readonly<Record<string, string>> = {
  home: '首页', task: '审核', todo: '铃', done: '完成', start: '发出', seal: '印章', bidding: '投标', device: '工具', test: '试验', project: '项目', form: '表单',
  designer: '表格', system: '设置', mail: '信封', file: '文件', folder: '文件夹', user: '人员', chart: '图表', link: '链接', plan: '日程', inbox: '收件', write: '书写',
  delete: '回收', notice: '喇叭',
};
