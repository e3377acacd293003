-- Where answers to a mail go, if not to the sender.
alter table outgoing_mails add column reply_to text;
