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
