import { Global, Module } from '@nestjs/common';
import { AuditPersonalData } from './audit-personal-data.js';
import { Audit } from './audit.js';
import { AuditLog } from './audit-log.js';

@Global()
@Module({ providers: [Audit, AuditLog, AuditPersonalData], exports: [Audit, AuditLog] })
export class AuditModule {}
