-- A mapping without a text is the ready one of its kind, so that connections have the improvements of each release.
alter table connection_mappings alter column text drop not null;

-- Those that releases so far have stored as texts, by their bytes: nobody has changed them.
update connection_mappings set text = null where encode(sha256(convert_to(text, 'UTF8')), 'hex') in (
  -- callrail
  '82cbae2b61627588e758d012dbaa6ab7e8c2d2684a3f9d939618fad330f15472',
  'fa2a9788b77e1080fcfdb5cd61697e92be07680116ea97cd385927611a9d2aff',
  '88e74b55f669d389d7e7a9855f85b2080676791df60d259756b5689ad0eb39c1',
  'add575d27fbeb77cce72b007b155628b102b4ccc099776744c6ad9ccc36fd5bc',
  'b5e3269c456ed4b4fe9438479d5c7d8ae6b55b900cfef58002076d9086d6f137',
  -- calltrackingmetrics
  '24d2f70e5c7ef4b20f0905fecf2cfc01eebf6c2a31866c855b4925b0e4bcd7da',
  '01c8442f5663e6fef614672c71953c6aaea8edc58d316d693b04402734319481',
  'b4e125656471df63ff1d3b3d8b6ee3dee337034429a8cef42e3403f63e2f4314',
  '0d3ee8bd0f9d3887288a582b91b4218cdb0df3429568e3e4b9268ff0e3ef7f46'
);
