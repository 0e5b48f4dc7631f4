import { Switch } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { explanationOf } from '../../platform/api.ts';
import { toast } from '../../ui/toast.tsx';
import { mailSettingQuery, saveMailSetting } from './api.ts';

export function DisputeMailSwitch() {
  const client = useQueryClient();
  const { data } = useQuery(mailSettingQuery());
  const { queryKey } = mailSettingQuery();
  const save = async (email: boolean) => {
    client.setQueryData(queryKey, email);
    try {
      await saveMailSetting(email);
      toast('success', email ? 'Dispute Answered is on.' : 'Dispute Answered is off.');
    } catch (error) {
      client.setQueryData(queryKey, !email);
      toast('error', explanationOf(error));
    }
  };
  return (
    <Switch
      label="Dispute Answered by email"
      description="The provider decided about a score that you said is wrong. Saved at once."
      checked={data ?? true}
      disabled={data === undefined}
      onChange={({ currentTarget }) => void save(currentTarget.checked)}
    />
  );
}
