import type { ReactNode } from 'react';
import {
  BankOutlined,
  CalendarOutlined,
  EnvironmentOutlined,
  IdcardOutlined,
  LinkOutlined,
  LockOutlined,
  MailOutlined,
  PhoneOutlined,
  SearchOutlined,
  UserOutlined,
} from '@ant-design/icons';

const ICONS: Readonly<Record<string, ReactNode>> = {
  search: <SearchOutlined />,
  user: <UserOutlined />,
  phone: <PhoneOutlined />,
  mobile: <PhoneOutlined />,
  message: <MailOutlined />,
  email: <MailOutlined />,
  mail: <MailOutlined />,
  lock: <LockOutlined />,
  date: <CalendarOutlined />,
  calendar: <CalendarOutlined />,
  location: <EnvironmentOutlined />,
  'office-building': <BankOutlined />,
  company: <BankOutlined />,
  link: <LinkOutlined />,
  postcard: <IdcardOutlined />,
  idcard: <IdcardOutlined />,
};

/** Returns the icon for a name used in documents (`el-icon-search`, `Search`); undefined for an unknown name. */
export function inputIcon(name: string | undefined): ReactNode {
  if (name === undefined) return undefined;
  const withoutPrefix = name.replace(/^(?:el-)?icon-?/, '');
  // OfficeBuilding -> office-building
  return ICONS[withoutPrefix.replace(/([a-z])([A-Z])/g, '$1-$2').toLowerCase()];
}
