import {
  CheckOutlined,
  CloseOutlined,
  CopyOutlined,
  DeleteOutlined,
  DownloadOutlined,
  EditOutlined,
  ExportOutlined,
  EyeOutlined,
  FileTextOutlined,
  LinkOutlined,
  MailOutlined,
  PlusOutlined,
  PrinterOutlined,
  ReloadOutlined,
  SearchOutlined,
  SendOutlined,
  SettingOutlined,
  StopOutlined,
  SwapOutlined,
  UploadOutlined,
  UserOutlined,
} from '@ant-design/icons';
import type { ComponentType, ReactNode } from 'react';

/** Icons by a word in the configured icon name: el-icon-edit, Edit, EditOutlined, edit-pen. */
const ICONS: readonly (readonly [RegExp, ComponentType])[] = [
  [/edit|pen/, EditOutlined],
  [/delete|remove|trash/, DeleteOutlined],
  [/copy|duplicate/, CopyOutlined],
  [/view|eye|preview/, EyeOutlined],
  [/plus|add/, PlusOutlined],
  [/download/, DownloadOutlined],
  [/upload/, UploadOutlined],
  [/print/, PrinterOutlined],
  [/search|zoom/, SearchOutlined],
  [/link/, LinkOutlined],
  [/refresh|reload/, ReloadOutlined],
  [/check|select|success/, CheckOutlined],
  [/close|error/, CloseOutlined],
  [/sett?ing|tool/, SettingOutlined],
  [/promotion|send|share/, SendOutlined],
  [/message|mail/, MailOutlined],
  [/forbid|stop|disable/, StopOutlined],
  [/sort|switch|swap/, SwapOutlined],
  [/user|avatar/, UserOutlined],
  [/document|file|tickets|notebook/, FileTextOutlined],
  [/export|top-?right|position/, ExportOutlined],
];

/**
 * OP-004: returns the icon of a configured button; null for an unknown name, so that the button shows only its text.
 */
export function buttonIcon(name: string | undefined): ReactNode {
  const lowerCaseName = (name ?? '').toLowerCase();
  const Icon = lowerCaseName === '' ? undefined : ICONS.find(([pattern]) => pattern.test(lowerCaseName))?.[1];
  return Icon ? <Icon /> : null;
}
