/** Everything that may differ between installations. Read once at start (`readSettings`), passed as an argument. */
export interface Settings {
  port: number;
  host: string;
  /** Folder of the embedded database and of uploaded files. */
  dataDir: string;
  /** null: the embedded database under `dataDir`. */
  databaseUrl: string | null;
  /** Loads the demo company into an empty database. */
  isDemo: boolean;
  isProduction: boolean;
  /** A captcha answer that is always right, for automated tests; never in production. */
  captchaCode: string | null;
  /** Password of the first administrator of a database without demo accounts. */
  adminPassword: string | null;
  /** Largest upload in bytes. */
  fileLimit: number;
  /** Folder of the built front end. */
  webDir: string;
  /** Folder of the shipped documents. */
  schemasDir: string;
}
