import { Injectable } from '@nestjs/common';

type Listener = (id: string) => Promise<void>;

/** Notifies listeners of created and changed users, within the transaction of the change. */
@Injectable()
export class UserChanges {
  private readonly listeners: Listener[] = [];

  addListener(listener: Listener): void {
    this.listeners.push(listener);
  }

  async notify(id: string): Promise<void> {
    for (const listener of this.listeners) await listener(id);
  }
}
